import { access } from 'node:fs/promises';
import { findGit } from './find-git.ts';
import { openStoreFolder } from './store-folder.ts';
import { tidy } from './tidy.ts';

/**
 * Lets go all checkpoints in the store of a project that has no session left. The store itself stays: another process may be about to
 * use it. Never rejects: it is tried again with the project's next session.
 */
export async function tidyAbandoned(storeDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await access(storeDir);
    const program = findGit(env, storeDir);
    if (program === undefined) return;
    const { git } = await openStoreFolder(program, storeDir);
    await tidy({ git, storeDir, sessions: () => new Set(), days: 0, now: Date.now() });
  } catch {
    // No store, or none that can be opened.
  }
}
