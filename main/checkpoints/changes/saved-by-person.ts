import { realpathSync } from 'node:fs';
import { createLogger } from '#main/log/logger.ts';
import { join, relative, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { readBounded } from '#main/tool/read-bounded.ts';

const log = createLogger('checkpoints');

const MAX_BYTES = 1024 * 1024;
/** Pairs of a path and the time it was last saved. */
const savesSchema = z.array(z.tuple([z.string(), z.number()]));

export interface SavedByPersonOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  readonly storeDir: string;
}

/**
 * Files of a project that a person saved through Gatehouse itself, in any session and process. These changes are theirs, even if the agent
 * was at work at the time.
 */
export class SavedByPerson {
  readonly #projectDir: string;
  readonly #file: string;

  constructor({ projectDir, storeDir }: SavedByPersonOptions) {
    this.#projectDir = projectDir;
    this.#file = join(storeDir, 'saved-by-person.json');
  }

  /**
   * Call when a file has been saved. Never rejects: without a store there are no checkpoints to compare with.
   * @param file absolute; files outside the project are ignored.
   */
  async note(file: string): Promise<void> {
    try {
      const path = relative(this.#projectDir, realpathSync(file)).split(sep).join('/');
      if (path === '..' || path.startsWith('../')) return;
      const saves = new Map(this.#read()).set(path, Date.now());
      await writeFileAtomic(this.#file, JSON.stringify([...saves]), { mode: 0o600 });
    } catch {
      // There is no store.
    }
  }

  /** Paths last saved since then, relative to the project folder. Both in epoch milliseconds. */
  since(at: number, until = Infinity): ReadonlySet<string> {
    return new Set(this.#read().flatMap(([path, saved]) => (saved >= at && saved <= until ? [path] : [])));
  }

  #read(): z.infer<typeof savesSchema> {
    const read = readBounded(this.#file, MAX_BYTES);
    if (read.kind !== 'text') return [];
    try {
      return savesSchema.parse(JSON.parse(read.text));
    } catch (error) {
      log.warn('The list of files that a person saved is damaged, so it starts empty', error);
      return [];
    }
  }
}
