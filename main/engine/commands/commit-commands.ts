import { isAbsolute } from 'node:path';
import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { commitCommands as contract } from '#shared/contract/commands/commit-commands.ts';
import { commitFiles } from '../commit/commit-files.ts';
import { commitReminder } from '../commit/commit-reminder.ts';
import { commitsOf, filesInGit } from '../commit/files-in-git.ts';
import { PersonsGit } from '../commit/persons-git.ts';
import { NO_COMMIT_TEXT, whyNoCommit } from '../commit/why-no-commit.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { OpenSession } from '../session/open-session.ts';

/** Paths named in the log. */
const MAX_NAMED = 200;

/** The commits that run, by session. */
export type RunningCommits = Map<string, AbortController>;

export function commitCommands({ env, projects, sessions, shellEnv }: EngineParts, running: RunningCommits): Handlers<typeof contract> {
  return {
    'changes.commit': async ({ sessionId, paths, message }) => {
      const env = await shellEnv;
      const act = async ({ session, place }: OpenSession) => {
        if (running.has(sessionId)) throw new AppError('conflict', 'A commit is running already. Wait until it has finished, or stop it.');
        const { projectDir, worktree } = session.view;
        const why = whyNoCommit({ trusted: projects.get(projectDir).settings.current().trusted, place: place() });
        if (why !== null) throw new AppError('unavailable', NO_COMMIT_TEXT[why]);
        const git = PersonsGit.find(env, projectDir);
        if (!git) throw new AppError('unavailable', 'Git was not found on the PATH.');
        const control = new AbortController();
        running.set(sessionId, control);
        try {
          const request = { paths: [...new Set(paths)], message, signal: control.signal };
          const done = await commitFiles(git, worktree?.projectDir ?? projectDir, request);
          session.log.append({ type: 'files.committed', data: { ...done, paths: paths.slice(0, MAX_NAMED) } });
          session.log.append(commitReminder(done, paths));
          return done;
        } finally {
          running.delete(sessionId);
        }
      };
      return sessions.whileIdle(sessionId, act);
    },
    'changes.inGit': async ({ sessionId, paths, since }) => {
      const { session } = await sessions.get(sessionId);
      const { projectDir, worktree } = session.view;
      const folder = worktree?.projectDir ?? projectDir;
      // Nothing outside of the folder is committed here.
      const inside = paths.filter((path) => !isAbsolute(path) && !path.startsWith('../'));
      const inGit = await filesInGit(folder, inside, env);
      const committed = inside.filter((path) => inGit.get(path) === 'committed');
      const open = inside.filter((path) => !inGit.has(path)).length;
      const commits = committed.length === 0 || open > 0 ? [] : await commitsOf(folder, { paths: committed, since }, env);
      return { open, commits: [...commits] };
    },
    'changes.stopCommit': ({ sessionId }) => {
      running.get(sessionId)?.abort();
      return {};
    },
  };
}
