import { readVariable } from '#main/environment.ts';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';

/** Absolute path of Gatehouse's own folder, which may not exist yet: `$GATEHOUSE_HOME`, else `~/.gatehouse`. */
export function stateDirPath(env: NodeJS.ProcessEnv, homeDir: string = homedir()): string {
  return resolve(readVariable(env, 'GATEHOUSE_HOME') ?? join(homeDir, '.gatehouse'));
}

/**
 * Creates Gatehouse's own folder if it is missing, for this user only (0700).
 * @throws AppError `unavailable` when it can't be created or written.
 */
export function openStateDir(env: NodeJS.ProcessEnv, homeDir: string = homedir()): string {
  const dir = stateDirPath(env, homeDir);
  try {
    makeFolders(dir);
    chmodSync(dir, 0o700);
  } catch (error) {
    const why = errorMessage(error);
    throw new AppError(
      'unavailable',
      `Gatehouse keeps its sessions in ${dir} and can’t use that folder (${why}). Set GATEHOUSE_HOME to a folder you can write.`,
      { cause: error },
    );
  }
  return dir;
}

/**
 * Creates one level at a time: Node's `recursive` option loops forever where creating a folder fails with ENOENT although its parent
 * exists, as below `/proc`.
 */
function makeFolders(dir: string): void {
  const missing: string[] = [];
  for (let at = dir; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have created it first.
      if (!existsSync(folder)) throw error;
    }
  }
}
