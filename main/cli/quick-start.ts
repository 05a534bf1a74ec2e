import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { appVersion } from '#main/app-root.ts';
import { stateDirPath } from '#main/engine/state-dir.ts';

/**
 * Lets V8's young generation grow to 8 MB in one step while the program is loaded, most of which stays. In several small steps, all of it is
 * copied again and again, and V8 marks the whole heap in the background of a session's first call.
 */
export function growHeapAtOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=8');
}

/**
 * Keeps V8's young generation at its current size once the program is loaded. It would otherwise grow to tens of megabytes of mostly
 * garbage, which slows down every fork (it copies the page tables; a third of the cost of a short search or hook) and makes each collection
 * pause some twenty milliseconds. More frequent collections cost nothing measurable. V8 reads this flag whenever it would grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * For a program with one session, once it has started: V8 optimises for memory rather than speed. Over 300 turns this takes a quarter off the peak and costs
 * no measurable time, which goes into system calls.
 */
export function preferMemory(): void {
  setFlagsFromString('--optimize-for-size');
}

/**
 * Caches compiled code in `<state>/compile-cache/<version>`: compiling takes a third of startup. Used only if the state folder exists and
 * nobody else can write to it, since cached code is executed; the first start runs without it. Never throws.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  try {
    const root = join(stateDirPath(env), 'compile-cache');
    if (!isPrivateFolder(stateDirPath(env))) return;
    const dir = join(root, appVersion());
    if (!isPrivateFolder(root) || !isPrivateFolder(dir)) {
      // Includes the caches of other versions.
      rmSync(root, { recursive: true, force: true });
      mkdirSync(dir, { recursive: true, mode: 0o700 });
    }
    module.enableCompileCache(dir);
  } catch {
    // A full or read-only disk: starts without a cache.
  }
}

/**
 * A real folder, not a link, that only this user can write to. On Windows, where there are no such modes, it is below the user’s own
 * folder.
 */
function isPrivateFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}
