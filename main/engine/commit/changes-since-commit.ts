import { createLogger } from '#main/log/logger.ts';
import { GitLimitError } from '#main/tool/git/git-output.ts';
import { isCommitId } from '#main/tool/git/repository-view.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { ChangedFile, Changes } from '#shared/contract/changes.ts';
import type { CommitLists } from './commit-lists.ts';
import { type NoRepository, repositoryOf } from './in-repository.ts';
import { compareWithCommit, type SinceCommit } from './last-commit.ts';

const log = createLogger('engine');

const WHY_NOT: Readonly<Record<NoRepository | 'no_commit', string>> = {
  no_repository: 'this folder isn’t in a git repository',
  no_git: 'git was not found on the PATH',
  unreadable: 'the last commit of this repository can’t be read',
  no_commit: 'this repository has no commit yet',
};

/** What the session knows of a file that it changed. */
export type KnownChange = Pick<ChangedFile, 'calls' | 'moreCalls' | 'changedByOthers' | 'perhapsByOthers'>;

export interface ComparedFolder {
  readonly sessionId: string;
  /** The folder that the session works in. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** By path; asked only where something differs. */
  readonly known: () => Promise<ReadonlyMap<string, KnownChange>>;
}

const UNKNOWN: KnownChange = { calls: [], moreCalls: 0, changedByOthers: false, perhapsByOthers: false };

/** Everything in the folder that isn’t in git’s last commit, whoever changed it and when. @throws AppError `unavailable` */
export async function changesSinceCommit(
  lists: CommitLists,
  { sessionId, folder, env, known }: ComparedFolder,
): Promise<Pick<Changes, 'unavailable' | 'changesId' | 'files' | 'total'>> {
  const repository = repositoryOf(folder, env);
  const whyNot = typeof repository === 'string' ? repository : isCommitId(repository.head) ? undefined : 'no_commit';
  if (typeof repository === 'string' || whyNot !== undefined)
    return { unavailable: WHY_NOT[whyNot ?? 'unreadable'], changesId: null, files: [], total: 0 };
  const since = await withReasons(() => compareWithCommit(repository));
  const authors = since.files.length === 0 ? new Map<string, KnownChange>() : await known();
  return {
    unavailable: null,
    changesId: lists.hold(sessionId, folder, repository, since),
    files: since.files.map((file) => ({ ...file, ...(authors.get(file.path) ?? UNKNOWN), inGit: null })),
    total: since.total,
  };
}

async function withReasons(compare: () => Promise<SinceCommit>): Promise<SinceCommit> {
  try {
    return await compare();
  } catch (error) {
    log.debug('The files could not be compared with the last commit', error);
    throw new AppError('unavailable', reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof GitLimitError)) return 'Git could not compare the files with the last commit.';
  return error.limit === 'timeMs'
    ? 'Comparing the files with the last commit took too long and was stopped.'
    : 'Too many files differ from the last commit to list them.';
}
