import { parseJson } from '#shared/json-limits.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

const MAX_DISMISSED = 1000;
const fileSchema = z.array(z.object({ projectDir: z.string(), texts: z.array(z.string()) }));

/** Suggested rules the user dismissed, in `<stateDir>/dismissed-suggestions.json`. A broken file is treated as empty. */
export class DismissedSuggestions {
  readonly #file: string;

  constructor(stateDir: string) {
    this.#file = join(stateDir, 'dismissed-suggestions.json');
  }

  has(projectDir: string): (texts: readonly string[]) => boolean {
    const known = new Set(this.#list().flatMap((one) => (one.projectDir === projectDir ? [one.texts.join('\0')] : [])));
    return (texts) => known.has(texts.join('\0'));
  }

  async add(projectDir: string, texts: readonly string[]): Promise<void> {
    if (this.has(projectDir)(texts)) return;
    const all = [...this.#list(), { projectDir, texts: [...texts] }].slice(-MAX_DISMISSED);
    await writeFileAtomic(this.#file, `${JSON.stringify(all)}\n`, { mode: 0o600 });
  }

  #list(): z.output<typeof fileSchema> {
    try {
      return fileSchema.parse(parseJson(readFileSync(this.#file, 'utf8')));
    } catch {
      return [];
    }
  }
}
