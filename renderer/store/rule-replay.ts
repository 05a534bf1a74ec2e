import { create } from 'zustand';
import type { RuleSet } from '#shared/contract/rule-sets.ts';
import { showPane } from './window-actions.ts';

/** Rules to decide the shown session's calls by, with the name under which they are offered. */
export interface ReplayRules {
  readonly title: string;
  readonly set: RuleSet;
}

/** How a row of the timeline shows its call decided again. */
export interface ReplayMark {
  readonly text: string;
  readonly title: string;
  readonly tone: 'neutral' | 'ok' | 'warn' | 'danger';
  /** Decided differently than at the time; `null` if it can't be decided again. */
  readonly differs: boolean | null;
}

interface ReplayState {
  readonly open: boolean;
  /** Rules given by another pane, such as a draft. */
  readonly given: ReplayRules | null;
  /** The session and the marks of its calls; calls without one can't be decided again. */
  readonly sessionId: string | null;
  readonly marks: ReadonlyMap<string, ReplayMark>;
  readonly unmarked: ReplayMark | null;
  /** The call to scroll to, a new object each time. */
  readonly goTo: { readonly callId: string } | null;
}

const CLOSED: ReplayState = { open: false, given: null, sessionId: null, marks: new Map(), unmarked: null, goTo: null };

/** The replay shown in the timeline. Kept while another pane is shown. */
export const useReplay = create<ReplayState>(() => CLOSED);

export function openReplay(): void {
  useReplay.setState({ open: true });
}

/** Shows in the timeline how these rules would have decided. */
export function replayRules(given: ReplayRules): void {
  useReplay.setState({ open: true, given });
  showPane('timeline');
}

export function closeReplay(): void {
  useReplay.setState(CLOSED);
}

/** The mark of a session's call; `undefined` while nothing is replayed. */
export function useReplayMarks(sessionId: string): ((callId: string) => ReplayMark | undefined) | undefined {
  const marks = useReplay((state) => (state.open && state.sessionId === sessionId ? state.marks : null));
  const unmarked = useReplay((state) => state.unmarked);
  return marks ? (callId) => marks.get(callId) ?? unmarked ?? undefined : undefined;
}
