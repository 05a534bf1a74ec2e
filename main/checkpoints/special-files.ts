import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOutList } from './left-out.ts';

/** Folders that are looked into; a project with more has its other special files go unnamed. */
const MAX_FOLDERS = 2000;

/** Pipes, sockets and devices, which git doesn't even list: those beside files that are covered. */
export async function addSpecial(projectDir: string, walked: readonly string[], leftOut: LeftOutList): Promise<void> {
  const folders = new Set(['', ...walked.map((path) => path.slice(0, path.lastIndexOf('/') + 1))]);
  for (const folder of [...folders].slice(0, MAX_FOLDERS)) {
    const entries = await readdir(join(projectDir, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()) continue;
      // One that was covered once is named already.
      if (!leftOut.names(folder + entry.name)) leftOut.add(folder + entry.name, 'special');
    }
  }
}
