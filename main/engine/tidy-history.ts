import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tidyAbandoned } from '#main/checkpoints/store/tidy.ts';
import { tidySessions } from '#main/session/tidy-sessions.ts';
import type { OpenProject } from './open-project.ts';

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
  await project.checkpoints.tidy({ sessions: () => new Set(readdirSync(projectSessions)), days });
}
