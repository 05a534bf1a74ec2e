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
 * Those of the paths (relative to `folder`) that are now as in the last commit, and those that git ignores. Runs nothing that the
 * repository names; none, where that can't be told.
 */
export async function filesInGit(
  folder: string,
  paths: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, 'committed' | 'ignored'>> {
  const found = findGitFolder(folder);
  const program = found && GitProgram.find(env, folder);
  if (!found || !program || paths.length === 0) return new Map();
  const git = { root: realPath(found.root), gitDir: realPath(found.gitDir), commonDir: realPath(found.commonDir) };
  const head = headOf(git);
  if (head === undefined) return new Map();
  const inside = relative(git.root, realPath(folder)).split(sep).join('/');
  const atRoot = (path: string): string => (inside === '' ? path : `${inside}/${path}`);
  try {
    const differing = await withRepositoryView(program, git, { head, env }, async (view) => {
      const entries: string[] = [];
      for (const part of parts(paths.map(atRoot))) {
        const said = await gitOutput(view.start([...STATUS, '--', ...part]), LIMITS);
        entries.push(...said.split('\0').filter((entry) => entry !== ''));
      }
      return entries;
    });
    const files = new Map(differing.map((entry) => [entry.slice(3), entry.startsWith('!!')]));
    // A folder stands for everything in it.
    const folders = [...files].filter(([path]) => path.endsWith('/'));
    return new Map(
      paths.flatMap((path): [string, 'committed' | 'ignored'][] => {
        const isIgnored = files.get(atRoot(path)) ?? folders.find(([each]) => atRoot(path).startsWith(each))?.[1];
        if (isIgnored === undefined) return [[path, 'committed']];
        return isIgnored ? [[path, 'ignored']] : [];
      }),
    );
  } catch (error) {
    log.debug('It could not be found out which files are committed or ignored', error);
    return new Map();
  }
}
