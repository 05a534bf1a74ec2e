import type { CallRow, SessionView } from '#shared/session/view.ts';
import { useSession } from './selectors.ts';

/** What the main agent's turn waits for while tools run. */
export interface RunningCalls {
  readonly count: number;
  /** All of them are sub-agents. */
  readonly areAgents: boolean;
  /** The only one. */
  readonly only: CallRow | undefined;
}

const NONE: RunningCalls = { count: 0, areAgents: false, only: undefined };

/** The calls of the main agent that run now; those of its sub-agents are part of theirs. */
export function useRunningCalls(sessionId: string): RunningCalls {
  // A text, so that it rerenders only when that changes.
  const ids = useSession(sessionId, runningIds) ?? '';
  const kinds = useSession(sessionId, ({ calls }) => kindsOf(ids, calls)) ?? '';
  const only = useSession(sessionId, ({ calls }) => calls[ids]);
  if (ids === '') return NONE;
  return { count: ids.split(' ').length, areAgents: kinds === 'agent', only };
}

function runningIds({ callOrder, calls }: SessionView): string {
  return callOrder.filter((callId) => calls[callId]?.state === 'running' && calls[callId].parentCallId === undefined).join(' ');
}

/** Each kind once. */
function kindsOf(ids: string, calls: SessionView['calls']): string {
  return [...new Set(ids.split(' ').map((callId) => calls[callId]?.view.kind))].join(' ');
}
