import { readVariable } from '#main/environment.ts';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createLogger } from '#main/log/logger.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGitFolder, type GitFolder, readBranch } from '#main/settings/git-folder.ts';
import { type GitProcess, GitProgram } from '#main/tool/git/git-program.ts';
import { readBounded, readBoundedBytes } from '#main/tool/read-bounded.ts';

const log = createLogger('agent');

const MAX_LINES = 40;

/** State of the git work tree. */
export interface GitState {
  readonly branch: string | null;
  /** `git status --short`, truncated; absent when git wasn't run (untrusted folder) or failed. */
  readonly status?: string | undefined;
}

/**
 * Branch and status of the work tree that contains a folder; `null` outside git. In an untrusted folder git isn't run: the branch is
 * read from the repository's files.
 */
export async function readGitState(dir: string, trusted: boolean, env: NodeJS.ProcessEnv = process.env): Promise<GitState | null> {
  const git = findGitFolder(dir);
  if (!git) return null;
  const branch = readBranch(git);
  if (!trusted) return { branch };
  const status = await gitStatus(git, dir, env);
  return status === undefined ? { branch } : { branch, status: boundLines(status) };
}

function boundLines(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`].join('\n');
}

const TIME_LIMIT_MS = 2000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_REFERENCE_BYTES = 64 * 1024;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Maximum number of symbolic references to follow, as in git. */
const MAX_REFERENCES = 5;

/** Settings that only affect how files are compared. No other repository setting reaches `git status`. */
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

/**
 * Complete `git status --short` of a folder in a work tree; `undefined` when git fails. Runs with a temporary git folder that has the
 * repository's objects, index and ignore lists but only harmless settings: commands in a repository's configuration are never read.
 * @param dir folder in the work tree; the paths printed are relative to it.
 */
export async function gitStatus(git: GitFolder, dir: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const program = GitProgram.find(env, dir);
  const head = headOf(git);
  if (!program || head === undefined) return undefined;
  const view = await mkdtemp(join(await realpath(tmpdir()), 'gatehouse-status-'));
  try {
    const settings = parseSettings(await textOf(program.listConfig(git.gitDir, env)));
    await makeView(view, git, head, settings.get('extensions.objectformat'));
    const describing = [...settings].filter(([key]) => DESCRIBING.has(key)).map(([key, value]) => [key, fromHome(key, value, env)]);
    const given = [...excludesByDefault(settings, env), ...describing].flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = program.start(
      ['-C', dir, ...given, 'status', '--short', '--no-branch', '--ignore-submodules=all', '--untracked-files=normal'],
      { gitDir: view, workTree: git.root, indexFile: join(git.gitDir, 'index'), objectsDir: join(git.commonDir, 'objects') },
    );
    return await textOf(child);
  } catch (error) {
    log.debug('The status of git could not be read', error);
    return undefined;
  } finally {
    await rm(view, { recursive: true, force: true });
  }
}

/** Creates a git folder with only what `status` needs. */
async function makeView(view: string, { commonDir }: GitFolder, head: string, objectFormat: string | undefined): Promise<void> {
  for (const name of ['objects', 'refs', 'info']) await mkdir(join(view, name));
  await writeFile(join(view, 'HEAD'), `${head}\n`);
  const extensions = objectFormat === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  await writeFile(join(view, 'config'), `[core]\n\trepositoryFormatVersion = ${extensions === '' ? 0 : 1}\n\tbare = false\n${extensions}`);
  for (const name of ['exclude', 'attributes']) {
    const list = readBoundedBytes(join(commonDir, 'info', name), MAX_LIST_BYTES);
    if (list.kind === 'bytes') await writeFile(join(view, 'info', name), list.bytes);
  }
}

/**
 * Content of `HEAD` in the temporary git folder: the commit, or a branch without commits; `undefined` when the files don't tell
 * (reftable format).
 */
function headOf({ gitDir, commonDir }: GitFolder): string | undefined {
  let at = join(gitDir, 'HEAD');
  let name = 'HEAD';
  for (let count = 0; count < MAX_REFERENCES; count += 1) {
    const read = readBounded(at, MAX_REFERENCE_BYTES);
    if (read.kind === 'unreadable') return undefined;
    if (read.kind === 'missing') return name === 'HEAD' ? undefined : (packedCommit(commonDir, name) ?? 'ref: refs/heads/none');
    const text = read.text.trim();
    if (/^[0-9a-f]{40,64}$/u.test(text)) return text;
    const next = /^ref: (refs\/heads\/\S+)$/u.exec(text)?.[1];
    if (next === undefined || next.split('/').some((part) => part.startsWith('.'))) return undefined;
    name = next;
    at = join(commonDir, next);
  }
  return undefined;
}

function packedCommit(commonDir: string, name: string): string | undefined {
  const packed = readBounded(join(commonDir, 'packed-refs'), MAX_PACKED_BYTES);
  const line = packed.kind === 'text' ? packed.text.split('\n').find((each) => each.endsWith(` ${name}`)) : undefined;
  return line?.split(' ')[0];
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

/** @throws when it fails, takes too long or prints too much. */
async function textOf(child: GitProcess): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.resume();
    child.stdin.end();
    const code = await closed;
    if (code !== 0) throw new Error(`git ended with ${code}`);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}
