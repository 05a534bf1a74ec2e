import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { entriesOf } from './entries-of.ts';
import { realPath } from './real-path.ts';

/** Each is a file to read for every call. */
const MAX_WORKTREES = 200;
const MAX_BYTES = 10_000;

/**
 * Folders of the worktrees that git has linked to the repository in a folder, as spelled and with links resolved (`git help
 * repository-layout`). They hold copies of its files. For a folder that is a linked worktree itself: the others and the main one.
 */
export function linkedWorktrees(folder: string): readonly string[] {
  const main = mainGitFolder(folder);
  const kept = path.join(main ?? path.join(folder, '.git'), 'worktrees');
  // Fast path: most repositories have none, and checking is cheaper than an exception.
  if (!existsSync(kept)) return [];
  const found = entriesOf(kept)
    .slice(0, MAX_WORKTREES)
    .flatMap(({ name }) => {
      const text = textOf(path.join(kept, name, 'gitdir'));
      return text === '' ? [] : [path.dirname(path.resolve(kept, name, text))];
    });
  if (main !== undefined && path.basename(main) === '.git') found.push(path.dirname(main));
  const own = new Set([folder, realPath(folder) ?? folder]);
  return [...new Set(found.flatMap((one) => [one, realPath(one) ?? one]))].filter((one) => !own.has(one));
}

/** The git folder of the main worktree, if this folder is a linked one; its `.git` is a file then. */
function mainGitFolder(folder: string): string | undefined {
  const file = path.join(folder, '.git');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const named = /^gitdir: (.+)$/mu.exec(textOf(file))?.[1];
  if (named === undefined) return undefined;
  const list = path.dirname(path.resolve(folder, named.trim()));
  return path.basename(list) === 'worktrees' ? path.dirname(list) : undefined;
}

function textOf(file: string): string {
  const read = readBounded(file, MAX_BYTES);
  return read.kind === 'text' ? read.text.trim() : '';
}
