import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOut, LeftOutReason } from '#shared/session/checkpoint.ts';

/** Maximum paths listed; the rest is counted. */
const MAX_NAMED = 200;
/** Maximum paths that `only` looks at. */
const MAX_KEPT = 10_000;

/** Collects what a checkpoint doesn't cover, up to a limit. */
export class LeftOutList {
  readonly #items: { path: string; reason: LeftOutReason }[] = [];
  #total = 0;

  add(path: string, reason: LeftOutReason): void {
    this.#total += 1;
    if (this.#items.length < MAX_KEPT) this.#items.push({ path, reason });
  }

  /** Those that `isWanted` accepts, and all that are only counted. */
  async only(isWanted: (path: string) => Promise<boolean>): Promise<LeftOutList> {
    const list = new LeftOutList();
    for (const { path, reason } of this.#items) if (await isWanted(path)) list.add(path, reason);
    list.#total += this.#total - this.#items.length;
    return list;
  }

  names(path: string): boolean {
    return this.#items.some((item) => item.path === path);
  }

  /** @param max number of paths listed. */
  result(max = MAX_NAMED): LeftOut {
    return { total: this.#total, items: this.#items.slice(0, max) };
  }
}

/** Maximum folders searched; special files elsewhere are not listed. */
const MAX_FOLDERS = 2000;

/** Pipes, sockets and devices beside covered files; git doesn't list them. */
export async function addSpecial(projectDir: string, walked: readonly string[], leftOut: LeftOutList): Promise<void> {
  const folders = new Set(['', ...walked.map((path) => path.slice(0, path.lastIndexOf('/') + 1))]);
  for (const folder of [...folders].slice(0, MAX_FOLDERS)) {
    // A folder that can't be read has nothing to list.
    const entries = await readdir(join(projectDir, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()) continue;
      // A file that was covered before is already listed.
      if (!leftOut.names(folder + entry.name)) leftOut.add(folder + entry.name, 'special');
    }
  }
}
