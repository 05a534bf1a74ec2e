import { existsSync, readdirSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { openStoreFolder } from './store-folder.ts';
import { tidy } from './tidy.ts';

/**
 * Lets go all checkpoints in the store of a project that had no session left. Another process may begin one this very moment: what belongs
 * to a session that is there once the checkpoints are known stays, and so does the store itself. Never rejects: it is tried again with the project's next session.
 */
export async function tidyAbandoned(storeDir: string, sessionsDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await access(storeDir);
    const program = GitProgram.find(env, storeDir);
    if (program === undefined) return;
    const { git } = await openStoreFolder(program, storeDir);
    await tidy({ git, storeDir, sessions: () => sessionsIn(sessionsDir), days: Infinity, now: Date.now() });
  } catch {
    // No store, or none that can be opened.
  }
}

/** Empty where the folder has gone with the last of them. @throws when it can't be told. */
function sessionsIn(dir: string): ReadonlySet<string> {
  return existsSync(dir) ? new Set(readdirSync(dir)) : new Set();
}
