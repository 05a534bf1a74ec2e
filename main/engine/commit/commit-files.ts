import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { GitEnd, PersonsGit } from './persons-git.ts';

/** Hooks may run a whole test suite. */
const COMMIT_MS = 15 * 60_000;
const LOOK_MS = 60_000;
/** Of the paths in one command line: Windows allows 32 767 characters. */
const MAX_ARGUMENTS = 20_000;
/** What git and the hooks said last. */
const MAX_LINES = 20;

export interface CommitRequest {
  /** Relative to the folder. */
  readonly paths: readonly string[];
  readonly message: string;
  readonly signal: AbortSignal;
}

export interface Committed {
  /** Its short id. */
  readonly commit: string;
  readonly files: number;
}

/**
 * Commits the files as they are now, and nothing else: what else is staged stays staged. The repository's hooks run, as in the person's own
 * `git commit`. When it fails, the index is as before.
 * @throws AppError `conflict` with git's own last lines.
 */
export async function commitFiles(git: PersonsGit, folder: string, { paths, message, signal }: CommitRequest): Promise<Committed> {
  const look = (args: readonly string[], input?: string) => git.run(args, { folder, input, timeMs: LOOK_MS });
  for (const path of paths) await assertFile(folder, path);
  const before = (await look(['rev-parse', '--quiet', '--verify', 'HEAD'])).stdout.trim();
  const inIndex = await listed(look, ['ls-files', '-z'], paths);
  const inHead = before === '' ? new Set<string>() : await listed(look, ['ls-tree', '-r', '-z', '--name-only', 'HEAD'], paths);
  // What git doesn't know is added as a name only: the commit takes the content, and if it fails nothing was staged.
  const added: string[] = [];
  for (const path of paths) if (!inIndex.has(path) && (await exists(folder, path))) added.push(path);
  const folders = new Set([...inIndex].flatMap((path) => foldersOf(path)));
  const replaced = added.find((path) => folders.has(path));
  if (replaced !== undefined) throw new AppError('conflict', `${replaced} was a folder before. Commit it in a terminal.`);
  const known = paths.filter((path) => inIndex.has(path) || inHead.has(path) || added.includes(path));
  if (known.length === 0) throw new AppError('conflict', 'There is nothing to commit: git doesn’t know these files.');
  const temporary = await mkdtemp(join(tmpdir(), 'gatehouse-commit-'));
  let isCommitted = false;
  try {
    const list = join(temporary, 'paths');
    await writeFile(list, joined(known), { mode: 0o600 });
    if (added.length > 0) {
      const names = await look(['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'], joined(added));
      if (names.exitCode !== 0) throw new AppError('conflict', lastLines(names));
    }
    const args = ['commit', '--only', '--cleanup=whitespace', '--file=-', `--pathspec-from-file=${list}`, '--pathspec-file-nul'];
    const end = await git.run(args, { folder, input: message, timeMs: COMMIT_MS, signal });
    const after = (await look(['rev-parse', '--quiet', '--verify', 'HEAD'])).stdout.trim();
    // Hooks that run after the commit can't undo it, and neither can stopping them.
    isCommitted = after !== '' && after !== before;
    if (isCommitted) return await describe(look, after);
    throw new AppError('conflict', whyNot(end));
  } finally {
    await rm(temporary, { recursive: true, force: true });
    if (!isCommitted && added.length > 0) await look(['update-index', '--force-remove', '-z', '--stdin'], joined(added));
  }
}

type Look = (args: readonly string[], input?: string) => Promise<GitEnd>;

async function describe(look: Look, commit: string): Promise<Committed> {
  const short = await look(['rev-parse', '--short', commit]);
  const files = await look(['diff-tree', '-r', '-z', '--root', '--no-commit-id', '--name-only', '--find-renames', commit]);
  return { commit: short.stdout.trim(), files: files.stdout.split('\0').filter((path) => path !== '').length };
}

/** Those of the paths that git lists. */
async function listed(look: Look, args: readonly string[], paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const part of parts(paths)) {
    const end = await look([...args, '--', ...part]);
    if (end.exitCode !== 0) throw new AppError('conflict', lastLines(end));
    for (const path of end.stdout.split('\0')) if (path !== '') found.add(path);
  }
  return found;
}

/** The paths in portions that fit a command line. */
export function parts(paths: readonly string[]): string[][] {
  const all: string[][] = [];
  let length = Infinity;
  for (const path of paths) {
    if (length + path.length > MAX_ARGUMENTS) {
      all.push([]);
      length = 0;
    }
    all.at(-1)?.push(path);
    length += path.length + 3;
  }
  return all;
}

/** A path may name a file, a link, or what isn't there any more. As a folder it would stand for everything in it. */
async function assertFile(folder: string, path: string): Promise<void> {
  const names = path.split('/');
  if (isAbsolute(path) || path.includes('\0') || names.some((name) => ['', '.', '..'].includes(name) || name.toLowerCase() === '.git'))
    throw new AppError('invalid_input', `${path} isn’t a file in the folder.`);
  // What isn't there any more is committed as deleted.
  const stat = await lstat(join(folder, path)).catch(() => undefined);
  if (stat && !stat.isFile() && !stat.isSymbolicLink()) throw new AppError('conflict', `${path} isn’t a file any more.`);
}

function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//gu)].map(({ index }) => path.slice(0, index));
}

async function exists(folder: string, path: string): Promise<boolean> {
  return lstat(join(folder, path)).then(
    () => true,
    () => false,
  );
}

function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

function whyNot(end: GitEnd): string {
  if (end.ended === 'cancelled') return 'Stopped. Nothing was committed.';
  const said = lastLines(end);
  if (end.ended === 'timed_out') return `It took longer than ${COMMIT_MS / 60_000} minutes and was stopped.\n${said}`.trim();
  if (end.ended === 'too_much') return `It printed too much and was stopped.\n${said}`.trim();
  return said;
}

function lastLines({ said, exitCode }: GitEnd): string {
  const lines = said.split(/\r?\n|\r/u).map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.slice(-MAX_LINES).join('\n').trim() || `git ended with ${exitCode ?? 'a signal'} and said nothing.`;
}
