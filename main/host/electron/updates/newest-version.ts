import { readFileSync } from 'node:fs';
import { gt, valid } from 'semver';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import { parseJson } from '#shared/json-limits.ts';

const log = createLogger('host');

const fileSchema = z.object({ newest: z.string().refine((text) => valid(text) !== null) });

/**
 * The newest version that ever ran here. An update is accepted only if it is newer, so that nobody who controls the server can bring an
 * old version back, with the faults that newer ones have closed.
 */
export class NewestVersion {
  readonly #file: string;
  readonly #newest: string;

  /**
   * @param file absolute
   * @param running this version
   */
  constructor(file: string, running: string) {
    this.#file = file;
    const before = this.#read();
    this.#newest = before !== undefined && gt(before, running) ? before : running;
    if (this.#newest !== before) this.#write();
  }

  /** @param version as offered, so it may be anything. */
  accepts(version: string): boolean {
    return valid(version) !== null && gt(version, this.#newest);
  }

  #read(): string | undefined {
    try {
      return fileSchema.parse(parseJson(readFileSync(this.#file, 'utf8'))).newest;
    } catch {
      // Missing on the first run. A damaged one is written anew.
      return undefined;
    }
  }

  #write(): void {
    const content: z.input<typeof fileSchema> = { newest: this.#newest };
    try {
      writeFileAtomic.sync(this.#file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    } catch (error) {
      log.warn('The newest version could not be kept', error);
    }
  }
}
