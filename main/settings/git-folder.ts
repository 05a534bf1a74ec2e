import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readdirSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { readBounded, readBoundedBytes } from '#main/tool/read-bounded.ts';
import { linkStatOf, realPath, statOf } from './real-path.ts';

const MAX_POINTER_BYTES = 64 * 1024;

/** A work tree and where git keeps its data. Found by reading files; git itself isn't run. */
export interface GitFolder {
  /** The folder that contains `.git`. */
  readonly root: string;
  /** `HEAD` and `index` of this work tree. */
  readonly gitDir: string;
  /** For a linked work tree that of the main checkout, otherwise `gitDir`. */
  readonly commonDir: string;
}

/** Walks up from `dir` (absolute) to the work tree that contains it. */
export function findGitFolder(dir: string): GitFolder | null {
  for (let folder = dir; ; folder = dirname(folder)) {
    const found = gitFolderAt(folder);
    if (found) return found;
    if (dirname(folder) === folder) return null;
  }
}

function gitFolderAt(root: string): GitFolder | null {
  const dotGit = join(root, '.git');
  const stat = statOf(dotGit);
  if (!stat) return null;
  const gitDir = stat.isDirectory() ? dotGit : pointedDir(dotGit, root);
  if (!gitDir) return null;
  const common = readBounded(join(gitDir, 'commondir'), MAX_POINTER_BYTES);
  return { root, gitDir, commonDir: common.kind === 'text' ? resolve(gitDir, common.text.trim()) : gitDir };
}

/** A linked work tree or submodule has a file `.git` with `gitdir: <path>`. */
function pointedDir(file: string, root: string): string | null {
  const pointer = readBounded(file, MAX_POINTER_BYTES);
  if (pointer.kind !== 'text') return null;
  const target = /^gitdir: (.+)$/m.exec(pointer.text)?.[1]?.trim();
  if (!target) return null;
  return isAbsolute(target) ? target : resolve(root, target);
}

/**
 * The root of the main checkout, the same for all work trees of a repository. A work tree is only accepted if the repository itself lists
 * it: otherwise any folder could claim to belong to a trusted one.
 */
export function mainCheckout(git: GitFolder): string {
  if (git.commonDir === git.gitDir || dirname(git.gitDir) !== join(git.commonDir, 'worktrees')) return git.root;
  const backLink = readBounded(join(git.gitDir, 'gitdir'), MAX_POINTER_BYTES);
  if (backLink.kind !== 'text' || realPath(backLink.text.trim()) !== realPath(join(git.root, '.git'))) return git.root;
  return basename(git.commonDir) === '.git' ? dirname(git.commonDir) : git.commonDir;
}

/** The checked-out branch, otherwise a short commit id; `null` when neither can be read. */
export function readBranch(git: GitFolder): string | null {
  const head = readBounded(join(git.gitDir, 'HEAD'), MAX_POINTER_BYTES);
  if (head.kind !== 'text') return null;
  const text = head.text.trim();
  const branch = /^ref: refs\/heads\/([^\s\p{Cc}]{1,250})$/u.exec(text)?.[1];
  if (branch) return branch;
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 10) : null;
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/**
 * Whether git tracks a file, read from the index: running git in an untrusted folder could run what its configuration names. When unsure
 * `true`: the file then counts as the repository's. Format: https://git-scm.com/docs/index-format
 */
export function isTracked(git: GitFolder, file: string): boolean {
  const name = relative(git.root, file).split(sep).join('/');
  try {
    const shared = readdirSync(git.gitDir).filter((entry) => entry.startsWith('sharedindex.'));
    return ['index', ...shared].some((entry) => {
      const read = readBoundedBytes(join(git.gitDir, entry), MAX_INDEX_BYTES);
      return read.kind === 'bytes' ? indexNames(read.bytes, name) : read.kind === 'unreadable';
    });
  } catch {
    // Unsure, so it counts as tracked.
    return true;
  }
}

function indexNames(bytes: Buffer, name: string): boolean {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return true;
  const version = bytes.readUInt32BE(4);
  // A sparse index lists whole folders instead of their files.
  if (bytes.includes('sdir', 0, 'latin1')) return true;
  // Where file names ignore case, another spelling names the same file.
  const wanted = Buffer.from(name, 'utf8').toString('latin1').toLowerCase();
  if (version === 2 || version === 3) return bytes.toString('latin1').toLowerCase().includes(wanted);
  return version === 4 ? compressedNames(bytes).some((entry) => entry.toLowerCase() === wanted) : true;
}

/**
 * Version 4 stores each name as the difference from the previous one. Works for SHA-1 repositories; others throw or match no known name.
 */
function compressedNames(bytes: Buffer): string[] {
  const names: string[] = [];
  let offset = 12;
  let previous = '';
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = bytes.readUInt16BE(offset + 60);
    offset += flags & 0x4000 ? 64 : 62;
    let byte = bytes.readUInt8(offset++);
    let strip = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes.readUInt8(offset++);
      strip = ((strip + 1) << 7) | (byte & 0x7f);
    }
    const end = bytes.indexOf(0, offset);
    if (end === -1 || strip > previous.length) throw new Error('not an index this reader knows');
    previous = previous.slice(0, previous.length - strip) + bytes.toString('latin1', offset, end);
    names.push(previous);
    offset = end + 1;
  }
  return names;
}

const IGNORED_PATTERN = '**/.claude/settings.local.json';
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/**
 * Keeps the user's own settings from being committed by accident (they would then count as the repository's), by adding them to the
 * repository's private ignore list, which isn't shared. Never throws.
 */
export async function keepLocalSettingsOutOfGit(projectDir: string): Promise<void> {
  const git = findGitFolder(projectDir);
  if (!git) return;
  const folder = join(git.commonDir, 'info');
  const file = join(folder, 'exclude');
  // A repository from an archive may have a link there, or a pipe that nobody reads.
  if (linkStatOf(folder)?.isSymbolicLink() || linkStatOf(file)?.isFile() === false) return;
  const list = readBounded(file, MAX_LIST_BYTES);
  if (list.kind === 'unreadable') return;
  try {
    await mkdir(folder, { recursive: true });
    const text = list.kind === 'text' ? list.text : '';
    if (text.split(/\r?\n/).includes(IGNORED_PATTERN)) return;
    await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${IGNORED_PATTERN}\n`);
  } catch {
    // A read-only repository: git will just show the file.
  }
}
