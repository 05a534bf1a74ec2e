import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { gitBytes, gitOutput } from '#main/tool/git/git-output.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import type { GitSource } from './plugin-source.ts';
import { LeftOut, MAX_SOURCE_DEPTH, MAX_SOURCE_FILES, pathProblem, type SourceFile, type SourceFiles } from './source-files.ts';

const FETCH_MS = 180_000;
const MAX_FETCHED_BYTES = 300 * 1024 * 1024;
const LOOK_EVERY_MS = 250;
const MAX_LISTING_BYTES = 16 * 1024 * 1024;
const READ_LIMITS = { timeMs: 60_000, outputBytes: 64 * 1024 * 1024 };
const REF = 'refs/gatehouse/fetched';

export interface GitFilesOptions {
  /** An empty or missing folder that is only used for this. */
  readonly gitDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches one commit and lists its files. Nothing is checked out: contents are read from git's store, so filters, attributes, hooks, links
 * and submodules of the repository have no effect.
 * @throws AppError `unavailable` when it can't be fetched, `refused` when it isn't the commit that was asked for.
 */
export async function gitFiles(source: GitSource, { gitDir, env, signal }: GitFilesOptions): Promise<SourceFiles> {
  const git = GitProgram.find(env, gitDir);
  if (!git)
    throw new AppError('unavailable', 'Git isn’t installed, so nothing can be fetched from a repository. Install it, or use a folder.');
  await mkdir(gitDir, { recursive: true, mode: 0o700 });
  await gitOutput(git.start(['init', '--bare', '--quiet', '--template='], { gitDir }));
  await fetchInto(git, gitDir, source, env, signal);
  const commit = (await gitOutput(git.start(['rev-parse', '--verify', `${REF}^{commit}`], { gitDir }))).trim();
  if (source.sha !== undefined && commit !== source.sha)
    throw new AppError('refused', `${source.url} gave the commit ${commit}, and not ${source.sha}. Nothing was installed.`);
  const listed = await listFiles(git, gitDir, commit);
  return {
    ...listed,
    commit,
    read: (files) =>
      readBlobs(
        git,
        gitDir,
        files.map(({ path }) => listed.ids.get(path) ?? ''),
      ),
  };
}

async function fetchInto(
  git: GitProgram,
  gitDir: string,
  { url, ref, sha }: GitSource,
  env: GitFilesOptions['env'],
  signal: AbortSignal | undefined,
): Promise<void> {
  const child = git.fetch(gitDir, { url, ref: sha ?? ref ?? 'HEAD', into: REF }, env);
  let reason: string | undefined;
  const stop = (why: string): void => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop('You cancelled it.');
  signal?.addEventListener('abort', onAbort, { once: true });
  // Git has no limit of its own on what a server sends.
  const watch = setInterval(() => {
    void sizeOf(gitDir).then((bytes) => bytes > MAX_FETCHED_BYTES && stop('It is larger than 300 MB.'));
  }, LOOK_EVERY_MS);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < 4000) said += chunk.toString('utf8');
  });
  try {
    await gitOutput(child, { timeMs: FETCH_MS });
  } catch (error) {
    const why = reason ?? lastLine(said) ?? 'it took too long';
    throw new AppError('unavailable', `${url} can’t be fetched: ${why}`, { cause: error });
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** What git says last, without its prefix. */
function lastLine(said: string): string | undefined {
  return said
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error|remote): /u, '').trim())
    .findLast((line) => line !== '');
}

async function sizeOf(gitDir: string): Promise<number> {
  try {
    const folder = join(gitDir, 'objects', 'pack');
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    // Not there yet, or a temporary file was just renamed.
    return 0;
  }
}

type Listed = Pick<SourceFiles, 'files' | 'leftOut'> & { readonly ids: ReadonlyMap<string, string> };

const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t(.+)$/su;

async function listFiles(git: GitProgram, gitDir: string, commit: string): Promise<Listed> {
  let listing: string;
  try {
    const limits = { timeMs: 30_000, outputBytes: MAX_LISTING_BYTES };
    listing = await gitOutput(git.start(['ls-tree', '-r', '-z', '--long', '--full-tree', commit], { gitDir }), limits);
  } catch (error) {
    throw new AppError('unavailable', 'Its files can’t be listed.', { cause: error });
  }
  const leftOut = new LeftOut();
  const ids = new Map<string, string>();
  const files: SourceFile[] = [];
  for (const line of listing.split('\0').filter((one) => one !== '')) {
    const [, mode = '', , id = '', size = '', path = ''] = ENTRY.exec(line) ?? [];
    const problem =
      pathProblem(path) ??
      (mode === '120000' ? 'it is a link' : mode.startsWith('100') ? undefined : 'it is another repository') ??
      (path.split('/').length > MAX_SOURCE_DEPTH ? 'it is nested too deeply' : undefined);
    if (problem !== undefined) leftOut.add(path, problem);
    else if (files.length >= MAX_SOURCE_FILES) throw new AppError('refused', `It has more than ${MAX_SOURCE_FILES} files.`);
    else {
      files.push({ path, executable: mode === '100755', size: Number(size) });
      ids.set(path, id);
    }
  }
  return { files, leftOut: leftOut.all(), ids };
}

/** Contents by id, in order. */
async function readBlobs(git: GitProgram, gitDir: string, ids: readonly string[]): Promise<Buffer[]> {
  const output = await gitBytes(git.start(['cat-file', '--batch'], { gitDir }), READ_LIMITS, ids.map((id) => `${id}\n`).join(''));
  const contents: Buffer[] = [];
  let at = 0;
  for (const id of ids) {
    const end = output.indexOf('\n', at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/u.exec(output.toString('latin1', at, end)) ?? [];
    if (end === -1 || size === undefined) throw new AppError('unavailable', `The content ${id} can’t be read.`);
    contents.push(output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}

/** Removes the git folder of a fetch. */
export async function removeFetched(gitDir: string): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
}
