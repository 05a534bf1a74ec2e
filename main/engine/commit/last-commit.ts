import { accessSync, constants, type Stats } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkStatOf, realPath } from '#main/settings/real-path.ts';
import { gitOutput } from '#main/tool/git/git-output.ts';
import type { RepositoryView } from '#main/tool/git/repository-view.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { MAX_PREVIEW_FILES } from '#shared/contract/max-preview-files.ts';
import type { FolderRepository } from './in-repository.ts';
import { type Difference, parseDifferences } from './parse-differences.ts';

export const COMPARE_LIMITS = { timeMs: 10_000, outputBytes: 16 * 1024 * 1024 };
/** Lines of larger files aren’t counted, and no diff is made of them. */
export const MAX_COMPARED_BYTES = 5 * 1024 * 1024;
/** Nor of what comes after that much in all. */
const MAX_ALL_BYTES = 128 * 1024 * 1024;

/** Submodules are repositories of their own, which are left out; an untracked one is printed as a folder. */
const STATUS = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'];
const COMPARE = ['--cached', '--raw', '--numstat', '-z', '--no-abbrev', '-M', '-l400', '--no-ext-diff', '--no-textconv'];

/** The files that differ from the last commit; paths are relative to the folder. */
export interface SinceCommit {
  readonly commit: string;
  /** In the order of their names, at most `MAX_PREVIEW_FILES`. */
  readonly files: readonly Difference[];
  /** What `stampOf` said of each file. */
  readonly stamps: ReadonlyMap<string, string>;
  readonly total: number;
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * The files of a folder that differ between git’s last commit and the work tree, without those that git ignores. What the repository names
 * isn’t run, and nothing is written into it: the files are added to an index and a store for one run. @throws GitLimitError, Error
 */
export async function compareWithCommit(repository: FolderRepository): Promise<SinceCommit> {
  const { git, head: commit, inside, inView } = repository;
  const below = inside === '' ? [] : ['--', inside];
  return inView(async (view) => {
    const status = await gitOutput(view.start(['--literal-pathspecs', 'status', ...STATUS, ...below]), COMPARE_LIMITS);
    const named = parseStatus(status);
    const paths = [...named.keys()].toSorted(byName.compare);
    const shown = paths.slice(0, MAX_PREVIEW_FILES);
    const { stamps, there, gone, others } = await look(git.root, shown, named);
    const own = await ownStore(view, join(git.commonDir, 'objects'));
    const run = (args: readonly string[], names: readonly string[] = []) =>
      gitOutput(view.start(args, own), COMPARE_LIMITS, names.map((path) => `${path}\0`).join(''));
    await run(['read-tree', commit]);
    await run(['update-index', '--force-remove', '-z', '--stdin'], gone);
    // One that vanishes meanwhile is removed.
    await run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], there);
    const compared = parseDifferences(await run(['--literal-pathspecs', 'diff-index', ...COMPARE, commit, ...below]));
    const uncounted = others.map((path): Difference => notCounted(path, named.get(path) === 'new', stamps.get(path) ?? ''));
    const start = inside === '' ? 0 : inside.length + 1;
    const files = [...compared, ...uncounted]
      .map((file) => ({ ...file, path: file.path.slice(start), from: file.from?.slice(start) ?? null }))
      .toSorted((a, b) => byName.compare(a.path, b.path));
    return {
      commit,
      files,
      stamps: new Map([...stamps].map(([path, stamp]) => [path.slice(start), stamp])),
      total: files.length + paths.length - shown.length,
    };
  });
}

/** Tells whether a file is as it was: after a change it differs. */
export function stampOf(stat: Stats | undefined): string {
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.mode}` : 'gone';
}

/** What git says of a path: the last commit hasn’t got it, it is gone, or neither. */
type Named = 'new' | 'gone' | 'changed';

/** Paths from the root. A file that is staged as deleted and is there again is named twice. */
function parseStatus(text: string): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  for (const entry of text.split('\0')) {
    const [state, path] = [entry.slice(0, 2), entry.slice(3)];
    if (path === '' || path.endsWith('/')) continue;
    const says = state.includes('D') ? 'gone' : /[?A]/u.test(state) ? 'new' : 'changed';
    named.set(path, named.has(path) ? 'changed' : says);
  }
  return named;
}

interface Looked {
  readonly stamps: ReadonlyMap<string, string>;
  /** Files and links that git can read. */
  readonly there: readonly string[];
  readonly gone: readonly string[];
  /** Large files, and what can’t be read. */
  readonly others: readonly string[];
}

async function look(root: string, paths: readonly string[], named: ReadonlyMap<string, Named>): Promise<Looked> {
  const stamps = new Map<string, string>();
  const there: string[] = [];
  const gone: string[] = [];
  const others: string[] = [];
  let left = MAX_ALL_BYTES;
  await visitInSlices(paths, (path) => {
    const place = join(root, path);
    const found = linkStatOf(place);
    // A folder in the place of a file, or a file behind a link in the place of its folder: what the commit has is gone.
    const isBehindLink = named.get(path) === 'gone' && realPath(dirname(place)) !== dirname(place);
    const stat = found?.isDirectory() === true || isBehindLink ? undefined : found;
    stamps.set(path, stampOf(stat));
    if (!stat) gone.push(path);
    else if (stat.isSymbolicLink()) there.push(path);
    else if (stat.isFile() && stat.size <= Math.min(left, MAX_COMPARED_BYTES) && isReadable(place)) {
      left -= stat.size;
      there.push(path);
    } else others.push(path);
  });
  return { stamps, there, gone, others };
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    // It counts as changed, and its content isn’t shown.
    return false;
  }
}

function notCounted(path: string, isNew: boolean, version: string): Difference {
  return { path, change: isNew ? 'create' : 'modify', from: null, version, added: null, removed: null };
}

/** An index and a store of the view’s own, which also knows what the repository’s has. */
async function ownStore(view: RepositoryView, objects: string): Promise<{ readonly indexFile: string; readonly objectsDir: string }> {
  const objectsDir = join(view.dir, 'objects');
  await mkdir(join(objectsDir, 'info'));
  const quoted = objects.replace(/["\\]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  await writeFile(join(objectsDir, 'info/alternates'), `"${quoted}"\n`);
  return { indexFile: join(view.dir, 'compared-index'), objectsDir };
}
