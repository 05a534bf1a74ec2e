import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { parseJson } from '#shared/json-limits.ts';
import { withFileLock } from './edit/file-lock.ts';
import { statOf } from './real-path.ts';

const log = createLogger('settings');

const MAX_BYTES = 4 * 1024 * 1024;

/** An instruction file of a repository, and a file outside it that it includes. Absolute; the target is its real path. */
export interface InstructionImport {
  readonly importer: string;
  readonly target: string;
}

const fileSchema = z.object({
  version: z.literal(1),
  allowed: z.array(z.object({ importer: z.string(), target: z.string() })),
});

/** Which files outside a repository its instruction files may include, as a person has allowed one by one. */
export class ImportApprovals {
  readonly #stateDir: string;
  readonly #file: string;
  #cached: { readonly stamp: string; readonly allowed: readonly InstructionImport[] } | undefined;

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
    this.#file = join(stateDir, 'imports.json');
  }

  isAllowed({ importer, target }: InstructionImport): boolean {
    return this.#read().some((one) => one.importer === importer && one.target === target);
  }

  async allow({ importer, target }: InstructionImport): Promise<void> {
    await this.#change((allowed) => [...allowed.filter((one) => one.importer !== importer || one.target !== target), { importer, target }]);
  }

  /** Forgets what files of a folder were allowed. */
  async forget(folder: string): Promise<void> {
    if (this.#read().some(({ importer }) => isInside(importer, folder)))
      await this.#change((allowed) => allowed.filter(({ importer }) => !isInside(importer, folder)));
  }

  #read(): readonly InstructionImport[] {
    const stat = statOf(this.#file);
    const stamp = stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}` : '';
    if (this.#cached?.stamp !== stamp) this.#cached = { stamp, allowed: readAllowed(this.#file) };
    return this.#cached.allowed;
  }

  async #change(edit: (allowed: readonly InstructionImport[]) => readonly InstructionImport[]): Promise<void> {
    await mkdir(this.#stateDir, { recursive: true, mode: 0o700 });
    await withFileLock(this.#stateDir, this.#file, async () => {
      const content = { version: 1, allowed: edit(readAllowed(this.#file)) };
      await writeFileAtomic(this.#file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      this.#cached = undefined;
    });
  }
}

/** A damaged file allows nothing. */
function readAllowed(file: string): readonly InstructionImport[] {
  const read = readBounded(file, MAX_BYTES);
  if (read.kind !== 'text') return [];
  try {
    return fileSchema.parse(parseJson(read.text)).allowed;
  } catch (error) {
    log.warn('The list of allowed imports is damaged, so none is allowed', error);
    return [];
  }
}
