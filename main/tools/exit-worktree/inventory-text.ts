import type { WorktreeInventory } from '#main/tool/services/worktrees.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import { counted } from '../present-call.ts';

/** What would be lost with a worktree, as text for a person and for the model. */
export function inventoryText({ path, branch }: Worktree, inventory: WorktreeInventory): string {
  const { files, totalFiles, commits, totalCommits, ignored, totalIgnored, bytes } = inventory;
  return [
    `Worktree ${path}${branch === undefined ? '' : `, branch ${branch}`}${bytes === undefined ? '' : `, ${size(bytes)}`}`,
    ...section(
      `${counted(totalFiles, 'file')} with changes that are in no commit`,
      files.map((file) => `${file.status}  ${file.path}`),
      totalFiles,
    ),
    ...section(
      `${counted(totalCommits, 'commit')} on no other branch or tag`,
      commits.map(({ id, subject }) => `${id.slice(0, 10)}  ${subject}`),
      totalCommits,
    ),
    ...section(counted(totalIgnored, 'ignored file or folder', 'ignored files or folders'), ignored, totalIgnored),
  ].join('\n');
}

function section(title: string, lines: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const more = total > lines.length ? [`  … and ${total - lines.length} more`] : [];
  // A file name with a line break can't pass for another line.
  return ['', `${title}:`, ...lines.map((line) => `  ${JSON.stringify(line).slice(1, -1)}`), ...more];
}

export function size(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KiB on disk`;
  return `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')} MiB on disk`;
}
