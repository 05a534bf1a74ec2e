import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#shared/error-code.ts';
import { createLogger } from '#main/log/logger.ts';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { isCommitId, type RepositoryView } from '#main/tool/git/repository-view.ts';
import { parts } from './commit-files.ts';
import { repositoryOf } from './in-repository.ts';

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
  if (paths.length === 0) return new Map();
  const differing = await inRepository(folder, env, async (repository) => {
    const { view, atRoot } = repository;
    const entries: string[] = [];
    for (const part of parts(paths.map(atRoot))) {
      const said = await gitOutput(view.start([...STATUS, '--', ...part]), LIMITS);
      entries.push(...said.split('\0').filter((entry) => entry !== ''));
    }
    const same = await asInHead(repository, entries);
    const files = new Map(
      entries.flatMap((entry) => (same.has(entry.slice(3)) ? [] : [[entry.slice(3), entry.startsWith('!!')] as const])),
    );
    // A folder stands for everything in it.
    const folders = [...files].filter(([path]) => path.endsWith('/'));
    return paths.flatMap((path): [string, 'committed' | 'ignored'][] => {
      const isIgnored = files.get(atRoot(path)) ?? folders.find(([each]) => atRoot(path).startsWith(each))?.[1];
      if (isIgnored === undefined) return [[path, 'committed']];
      return isIgnored ? [[path, 'ignored']] : [];
    });
  });
  return new Map(differing ?? []);
}

/** What `status` lists only because the index differs, as after a staged change that was restored: the file is as in the last commit. */
async function asInHead({ view, root, hasCommit }: InRepository, entries: readonly string[]): Promise<ReadonlySet<string>> {
  const staged = entries.filter((entry) => /^[^ ?!]/u.test(entry)).map((entry) => entry.slice(3));
  const head = new Map<string, string>();
  for (const part of hasCommit ? parts(staged) : []) {
    const said = await gitOutput(view.start(['--literal-pathspecs', 'ls-tree', '-z', 'HEAD', '--', ...part]), LIMITS);
    for (const line of said.split('\0')) {
      const [, file, path] = /^(\d+ blob [0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
      if (file !== undefined && path !== undefined) head.set(path, file);
    }
  }
  const same = new Set<string>();
  const there: { readonly path: string; readonly mode: string }[] = [];
  for (const path of staged) {
    const stat = await lstat(join(root, path)).catch((error: unknown) => (isMissing(error) ? null : undefined));
    if (stat === null && !head.has(path)) same.add(path);
    // Git takes paths line by line.
    if (stat?.isFile() === true && head.has(path) && !path.includes('\n'))
      there.push({ path, mode: (stat.mode & 0o100) === 0 ? '100644' : '100755' });
  }
  if (there.length === 0) return same;
  const hash = view.start(['hash-object', '--stdin-paths']);
  const ids = (await gitOutput(hash, LIMITS, there.map(({ path }) => `${path}\n`).join(''))).split('\n');
  for (const [index, { path, mode }] of there.entries()) if (head.get(path) === `${mode} blob ${ids[index]}`) same.add(path);
  return same;
}

/** More commits aren't looked at. */
const MAX_COMMITS = 50;

/**
 * The short ids of the commits that last changed these files (relative to `folder`), the latest first; none, where one of the files has not
 * been committed since then.
 */
export async function commitsOf(
  folder: string,
  { paths, since }: { readonly paths: readonly string[]; readonly since: number },
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const found = await inRepository(folder, env, async ({ view, atRoot }) => {
    const options = ['-z', `-${MAX_COMMITS}`, '--name-only', '--no-renames', '--no-ext-diff', '--no-textconv'];
    const said = await gitOutput(view.start(['log', ...options, '--format=%x00%h %ct', 'HEAD']), LIMITS);
    const left = new Set(paths.map(atRoot));
    const commits = said.split('\0\0').flatMap((record) => {
      const [head = '', ...names] = record.split('\0').filter((field) => field !== '');
      const [, commit, seconds] = /^([0-9a-f]+) (\d+)$/u.exec(head) ?? [];
      // Git counts whole seconds.
      if (commit === undefined || Number(seconds) < Math.floor(since / 1000)) return [];
      const own = names.filter((name) => left.delete(name.replace(/^\n/u, '')));
      return own.length === 0 ? [] : [commit];
    });
    return left.size === 0 ? commits : [];
  });
  return found ?? [];
}

interface InRepository {
  readonly view: RepositoryView;
  /** The work tree. */
  readonly root: string;
  readonly hasCommit: boolean;
  /** A path of the folder from the root of the work tree. */
  readonly atRoot: (path: string) => string;
}

/** `undefined` where there is no repository, or it can't be read. */
async function inRepository<T>(folder: string, env: NodeJS.ProcessEnv, use: (repository: InRepository) => Promise<T>) {
  const repository = repositoryOf(folder, env);
  if (typeof repository === 'string') return undefined;
  try {
    const { git, head, atRoot } = repository;
    return await repository.inView((view) => use({ view, root: git.root, hasCommit: isCommitId(head), atRoot }));
  } catch (error) {
    log.debug('It could not be found out which files are committed or ignored', error);
    return undefined;
  }
}
