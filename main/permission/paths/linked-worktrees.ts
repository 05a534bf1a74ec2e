import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { entriesOf } from './entries-of.ts';
import { realPath } from './real-path.ts';

const MAX_WORKTREES = 200;

/**
 * Folders of the worktrees that git has linked to the repository in a folder, as spelled and with links resolved (`git help
 * repository-layout`). They hold copies of its files.
 */
export function linkedWorktrees(folder: string): readonly string[] {
  const kept = path.join(folder, '.git', 'worktrees');
  // Fast path: most repositories have none, and checking is cheaper than an exception.
  if (!existsSync(kept)) return [];
  const found = entriesOf(kept)
    .slice(0, MAX_WORKTREES)
    .flatMap(({ name }) => {
      const read = readBounded(path.join(kept, name, 'gitdir'), 10_000);
      return read.kind === 'text' && read.text.trim() !== '' ? [path.dirname(path.resolve(kept, name, read.text.trim()))] : [];
    });
  return [...new Set(found.flatMap((one) => [one, realPath(one) ?? one]))];
}
