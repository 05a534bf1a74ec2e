import { relative, sep } from 'node:path';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { realPath } from '#main/settings/real-path.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { headOf, type Repository, type RepositoryView, withRepositoryView } from '#main/tool/git/repository-view.ts';

/** Why git can’t be asked about a folder. */
export type NoRepository = 'no_repository' | 'no_git' | 'unreadable';

/** The repository that a folder is in. */
export interface FolderRepository {
  readonly git: Repository;
  /** The last commit, or `ref: <name>` for a branch without commits. */
  readonly head: string;
  /** The folder from the root of the work tree, with `/`; empty for the root. */
  readonly inside: string;
  /** A path of the folder from the root of the work tree. */
  readonly atRoot: (path: string) => string;
  /** Runs git on a view of it, which reads no configuration that names a program. */
  readonly inView: <T>(use: (view: RepositoryView) => Promise<T>) => Promise<T>;
}

export function repositoryOf(folder: string, env: NodeJS.ProcessEnv): FolderRepository | NoRepository {
  const found = findGitFolder(folder);
  if (!found) return 'no_repository';
  const program = GitProgram.find(env, folder);
  if (!program) return 'no_git';
  const git = { root: realPath(found.root), gitDir: realPath(found.gitDir), commonDir: realPath(found.commonDir) };
  const head = headOf(git);
  if (head === undefined) return 'unreadable';
  const inside = relative(git.root, realPath(folder)).split(sep).join('/');
  const atRoot = (path: string): string => (inside === '' ? path : `${inside}/${path}`);
  return { git, head, inside, atRoot, inView: (use) => withRepositoryView(program, git, { head, env }, use) };
}
