import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { appVersion } from '#main/app-root.ts';
import { stateDirPath } from '#main/engine/state-dir.ts';

/**
 * Keeps the young half of the heap at the size it has, once the program is loaded. It would grow to tens of megabytes of mostly garbage, and
 * starting a search or a hook means that the system copies the tables of all memory: a third of what a short one costs. Each collection would
 * also hold everything up for longer, some twenty milliseconds. Collecting a little more often costs nothing that can be measured. V8 reads
 * this flag each time it would grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Compiled code of earlier starts is read from `<state>/compile-cache/<version>`: compiling takes a third of a start. Only in a state
 * folder that is there and nobody else can write to, since what is read there runs; the first start makes do without. Never throws.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  try {
    const root = join(stateDirPath(env), 'compile-cache');
    if (!isPrivateFolder(stateDirPath(env))) return;
    const dir = join(root, appVersion());
    if (!isPrivateFolder(root) || !isPrivateFolder(dir)) {
      // Also what another version left.
      rmSync(root, { recursive: true, force: true });
      mkdirSync(dir, { recursive: true, mode: 0o700 });
    }
    module.enableCompileCache(dir);
  } catch {
    // A disk that is full or can't be written: it starts as the first time.
  }
}

/** A folder, not a link to one, of this user alone. Where there are no such rights (Windows) the place decides: below the user’s own. */
function isPrivateFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}
