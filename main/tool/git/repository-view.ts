import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVariable } from '#main/environment.ts';
import { readBounded, readBoundedBytes } from '../read-bounded.ts';
import { gitOutput } from './git-output.ts';
import type { GitPaths, GitProcess, GitProgram } from './git-program.ts';

const MAX_REFERENCE_BYTES = 64 * 1024;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Maximum number of symbolic references to follow, as in git. */
const MAX_REFERENCES = 5;

/** Settings that only affect how files are compared and written. No other repository setting reaches git. */
const DESCRIBING: ReadonlySet<string> = new Set([
  'core.autocrlf',
  'core.checkstat',
  'core.eol',
  'core.excludesfile',
  'core.filemode',
  'core.ignorecase',
  'core.longpaths',
  'core.precomposeunicode',
  'core.symlinks',
  'core.trustctime',
]);

/** A repository, as far as a view of it needs it. */
export interface Repository {
  /** The work tree whose files are looked at. */
  readonly root: string;
  /** `HEAD` and `index` of this work tree. */
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Runs git on a repository's objects and files, without its configuration. */
export interface RepositoryView {
  /** A folder of its own for temporary files. */
  readonly dir: string;
  /** `indexFile`, `objectsDir`: default the repository's own. */
  start(args: readonly string[], paths?: Partial<Pick<GitPaths, 'indexFile' | 'objectsDir'>>): GitProcess;
}

/**
 * Calls `use` with a temporary git folder that has the repository's objects and ignore lists but only harmless settings: commands in a
 * repository's configuration are never read. `head`: a commit, or `ref: <name>` for a branch without commits.
 */
export async function withRepositoryView<T>(
  program: GitProgram,
  repository: Repository,
  options: { readonly head: string; readonly env: NodeJS.ProcessEnv },
  use: (view: RepositoryView) => Promise<T>,
): Promise<T> {
  const { head, env } = options;
  const dir = await mkdtemp(join(await realpath(tmpdir()), 'gatehouse-git-'));
  try {
    const settings = parseSettings(await gitOutput(program.listConfig(repository.gitDir, env)));
    await fillView(dir, repository, head, settings.get('extensions.objectformat'));
    const describing = [...settings].filter(([key]) => DESCRIBING.has(key)).map(([key, value]) => [key, fromHome(key, value, env)]);
    const given = [...excludesByDefault(settings, env), ...describing].flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    return await use({
      dir,
      start: (args, { indexFile = join(repository.gitDir, 'index'), objectsDir = join(repository.commonDir, 'objects') } = {}) =>
        program.start(['-C', repository.root, ...given, ...args], { gitDir: dir, workTree: repository.root, indexFile, objectsDir }),
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Creates a git folder with only what comparing files needs. */
async function fillView(view: string, { commonDir }: Repository, head: string, objectFormat: string | undefined): Promise<void> {
  for (const name of ['objects', 'refs', 'info']) await mkdir(join(view, name));
  await writeFile(join(view, 'HEAD'), `${head}\n`);
  const extensions = objectFormat === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  await writeFile(join(view, 'config'), `[core]\n\trepositoryFormatVersion = ${extensions === '' ? 0 : 1}\n\tbare = false\n${extensions}`);
  for (const name of ['info/exclude', 'info/attributes', 'shallow']) {
    const list = readBoundedBytes(join(commonDir, name), MAX_LIST_BYTES);
    if (list.kind === 'bytes') await writeFile(join(view, name), list.bytes);
  }
}

/**
 * Content of `HEAD` for a view: the commit, or a branch without commits; `undefined` when the files don't tell
 * (reftable format).
 */
export function headOf({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): string | undefined {
  let at = join(gitDir, 'HEAD');
  let name = 'HEAD';
  for (let count = 0; count < MAX_REFERENCES; count += 1) {
    const read = readBounded(at, MAX_REFERENCE_BYTES);
    if (read.kind === 'unreadable') return undefined;
    if (read.kind === 'missing') return name === 'HEAD' ? undefined : (packedCommit(commonDir, name) ?? 'ref: refs/heads/none');
    const text = read.text.trim();
    if (isCommitId(text)) return text;
    const next = /^ref: (refs\/heads\/\S+)$/u.exec(text)?.[1];
    if (next === undefined || next.split('/').some((part) => part.startsWith('.'))) return undefined;
    name = next;
    at = join(commonDir, next);
  }
  return undefined;
}

export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text);
}

/** The packed references: id and name. */
export function packedReferences(commonDir: string): (readonly [id: string, name: string])[] {
  const packed = readBounded(join(commonDir, 'packed-refs'), MAX_PACKED_BYTES);
  if (packed.kind !== 'text') return [];
  return packed.text.split('\n').flatMap((line) => {
    const [id = '', name] = line.split(' ');
    return name !== undefined && isCommitId(id) ? [[id, name] as const] : [];
  });
}

function packedCommit(commonDir: string, name: string): string | undefined {
  return packedReferences(commonDir).find(([, each]) => each === name)?.[0];
}

/** The last value of each key wins, as in git. */
function parseSettings(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const end = entry.indexOf('\n');
        // A key without a value is true.
        return end === -1 ? ([entry, 'true'] as const) : ([entry.slice(0, end), entry.slice(end + 1)] as const);
      }),
  );
}

/** The user's default ignore file, when no setting names one. */
function excludesByDefault(settings: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): (readonly [string, string])[] {
  if (settings.has('core.excludesfile')) return [];
  const home = readVariable(env, 'HOME');
  const folder = readVariable(env, 'XDG_CONFIG_HOME') ?? (home && join(home, '.config'));
  return folder ? [['core.excludesfile', join(folder, 'git', 'ignore')]] : [];
}

/** Expands `~`: the git process runs with another home folder. */
function fromHome(key: string, value: string, env: NodeJS.ProcessEnv): string {
  const home = readVariable(env, 'HOME') ?? readVariable(env, 'USERPROFILE');
  return key === 'core.excludesfile' && value.startsWith('~/') && home !== undefined ? join(home, value.slice(2)) : value;
}
