import { parseJson } from '#shared/json-limits.ts';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { recentProjectSchema } from '#shared/contract/project.ts';

export type RecentProject = z.infer<typeof recentProjectSchema>;

const MAX_RECENT = 20;

/** Recently opened folders, newest first, in `<stateDir>/recent.json`. A broken file is treated as empty. */
export class RecentProjects {
  readonly #file: string;

  constructor(stateDir: string) {
    this.#file = join(stateDir, 'recent.json');
  }

  list(): RecentProject[] {
    try {
      return z.array(recentProjectSchema).parse(parseJson(readFileSync(this.#file, 'utf8')));
    } catch {
      return [];
    }
  }

  async add(projectDir: string, openedAt: number): Promise<void> {
    const others = this.list().filter((project) => project.projectDir !== projectDir);
    const recent = [{ projectDir, name: basename(projectDir), openedAt }, ...others].slice(0, MAX_RECENT);
    await writeFileAtomic(this.#file, `${JSON.stringify(recent, null, 2)}\n`, { mode: 0o600 });
  }
}
