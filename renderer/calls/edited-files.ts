import type { CallRow } from '#shared/session/view.ts';

/** The files that the edits among these calls changed, in the order of their first edit. */
export function editedFilesOf(rows: readonly CallRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ view, state }) => (view.kind === 'edit' && state === 'done' ? [view.summary] : [])))];
}
