import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOut, LeftOutReason } from '#shared/session/checkpoint.ts';

/** Named one by one; the rest is counted. */
const MAX_NAMED = 200;

/** Collects what a checkpoint doesn't cover, bounded. */
export class LeftOutList {
  readonly #items: { path: string; reason: LeftOutReason }[] = [];
  #total = 0;

  add(path: string, reason: LeftOutReason): void {
    this.#total += 1;
    if (this.#items.length < MAX_NAMED) this.#items.push({ path, reason });
  }

  names(path: string): boolean {
    return this.#items.some((item) => item.path === path);
  }

  /** @param max how many are named. */
  result(max = MAX_NAMED): LeftOut {
    return { total: this.#total, items: this.#items.slice(0, max) };
  }
}

/** Limit on folders that are searched; special files in others are not named. */
const MAX_FOLDERS = 2000;

/** Pipes, sockets and devices, which git doesn't even list: those beside files that are covered. */
export async function addSpecial(projectDir: string, walked: readonly string[], leftOut: LeftOutList): Promise<void> {
  const folders = new Set(['', ...walked.map((path) => path.slice(0, path.lastIndexOf('/') + 1))]);
  for (const folder of [...folders].slice(0, MAX_FOLDERS)) {
    // A folder that can't be read has nothing to name.
    const entries = await readdir(join(projectDir, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()) continue;
      // A file that was covered before is already named.
      if (!leftOut.names(folder + entry.name)) leftOut.add(folder + entry.name, 'special');
    }
  }
}
