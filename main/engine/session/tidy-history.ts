import { readdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tidyAbandoned } from '#main/checkpoints/store/tidy.ts';
import { tidySessions } from '#main/session/tidy-sessions.ts';
import { createLogger } from '#main/log/logger.ts';
import { isMissing } from '#shared/error-code.ts';
import { type OpenProject, WORKTREE_CHECKPOINTS } from '../project/open-project.ts';

const log = createLogger('engine');

/**
 * Removes what was not used for `cleanupPeriodDays`: sessions of all projects, then checkpoints whose session is gone. Keeps the audit log,
 * and the accepted MCP definitions: without them the next list would be accepted unseen. Never rejects.
 */
export async function tidyHistory(project: OpenProject, sessionDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const days = project.settings.current().cleanupPeriodDays;
  const projectSessions = dirname(sessionDir);
  const allSessions = dirname(projectSessions);
  const abandoned = await tidySessions({ sessionsDir: allSessions, days, now: Date.now() });
  const stores = dirname(project.checkpoints.storeDir);
  for (const slug of abandoned) await tidyAbandoned(join(stores, slug), join(allSessions, slug), env);
  await tidyWorktreeStores(join(dirname(stores), WORKTREE_CHECKPOINTS), days);
  await project.checkpoints.tidy({ sessions: () => new Set(readdirSync(projectSessions)), days });
}

const DAY_MS = 24 * 60 * 60_000;

/** Checkpoints of worktrees that no session has worked in for so long. */
async function tidyWorktreeStores(folder: string, days: number): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const { mtimeMs } = await stat(join(folder, name));
      const age = Date.now() - mtimeMs;
      if (age > days * DAY_MS) await rm(join(folder, name), { recursive: true, force: true });
    }
  } catch (error) {
    // There are none, or it is tried again with the next session.
    if (!isMissing(error)) log.debug('Checkpoints of worktrees were not tidied', error);
  }
}
