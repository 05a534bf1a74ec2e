import type { PendingAsk } from '#shared/session/view.ts';

/** Whether a change may be allowed in part, judged by the card alone; `hunkChoice` decides. */
export function mayHaveHunks({ toolName, view: { detail } }: Pick<PendingAsk, 'toolName' | 'view'>): boolean {
  if (detail?.type !== 'diff' || detail.truncated === true || detail.created === true) return false;
  if (toolName === 'Write') return detail.hunks.length > 1;
  return toolName === 'Edit' && detail.hunks.reduce((count, hunk) => count + changes(hunk.lines), 0) > 1;
}

/** Counts runs of changed lines. */
function changes(lines: readonly string[]): number {
  return lines.filter((line, index) => !line.startsWith(' ') && (lines[index - 1] ?? ' ').startsWith(' ')).length;
}
