import { relative, sep } from 'node:path';
import { createLogger } from '#main/log/logger.ts';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { realPath } from '#main/settings/real-path.ts';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { headOf, withRepositoryView } from '#main/tool/git/repository-view.ts';
import { parts } from './commit-files.ts';

const log = createLogger('engine');

const LIMITS = { timeMs: 10_000, outputBytes: 16 * 1024 * 1024 };
const STATUS = [
  '--literal-pathspecs',
  'status',
  '--porcelain=v1',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
];

/**
 * Those of the paths (relative to `folder`) that are now as in the last commit. Runs nothing that the repository names; none, where that
 * can't be told.
 */
export async function committedFiles(folder: string, paths: readonly string[], env: NodeJS.ProcessEnv): Promise<ReadonlySet<string>> {
  const found = findGitFolder(folder);
  const program = found && GitProgram.find(env, folder);
  if (!found || !program || paths.length === 0) return new Set();
  const git = { root: realPath(found.root), gitDir: realPath(found.gitDir), commonDir: realPath(found.commonDir) };
  const head = headOf(git);
  if (head === undefined) return new Set();
  const inside = relative(git.root, realPath(folder)).split(sep).join('/');
  const atRoot = (path: string): string => (inside === '' ? path : `${inside}/${path}`);
  try {
    const differing = await withRepositoryView(program, git, { head, env }, async (view) => {
      const entries: string[] = [];
      for (const part of parts(paths.map(atRoot))) {
        const said = await gitOutput(view.start([...STATUS, '--', ...part]), LIMITS);
        entries.push(...said.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.slice(3)])));
      }
      return entries;
    });
    const files = new Set(differing);
    // An ignored folder stands for everything in it.
    const folders = differing.filter((path) => path.endsWith('/'));
    return new Set(paths.filter((path) => !files.has(atRoot(path)) && !folders.some((each) => atRoot(path).startsWith(each))));
  } catch (error) {
    log.debug('It could not be found out which files are committed', error);
    return new Set();
  }
}
