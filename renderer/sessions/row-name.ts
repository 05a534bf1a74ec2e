import type { OverviewSession } from '#shared/contract/project.ts';

/** Names a row of the session list: a session that needs the person has one under “Needs you” and one in its project. */
export function rowName({ sessionId, archived }: OverviewSession, inNeedsYou = false): string {
  if (inNeedsYou) return `${sessionId} needsYou`;
  // Another row once it is archived: what takes its place then gets the focus.
  return archived ? `${sessionId} archived` : sessionId;
}

/** The button of a row. */
export function findRow(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-session-row="${name}"] > [data-session]`);
}
