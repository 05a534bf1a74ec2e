import type { AgentRow, CallRow, TaskRow, WorkflowRow } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { type Interval, totalLength, within } from './call-times.ts';

export type RunsOn = TaskRow | AgentRow | WorkflowRow;

/** The command, agent or workflow that a call sent to the background: the call has its result at once, and this runs on. */
export function useRunsOn(sessionId: string, row: CallRow | undefined): RunsOn | undefined {
  const callId = row?.callId;
  const kind = row && mayRunOn(row) ? row.view.kind : undefined;
  return useSession(sessionId, ({ tasks, agents, workflows }) => {
    if (kind === 'command') return Object.values(tasks).find((task) => task.callId === callId);
    if (kind === undefined) return undefined;
    return (
      Object.values(agents).find((agent) => agent.background && agent.parentCallId === callId && agent.workflow === undefined) ??
      Object.values(workflows).find((run) => run.callId === callId)
    );
  });
}

/** Whether a call may have sent something to the background. */
export function mayRunOn({ state, view }: CallRow): boolean {
  return state === 'done' && (view.kind === 'command' || view.kind === 'agent');
}

/** Since when it waits for what the user types. */
export function stalledAtOf(runsOn: RunsOn | undefined): number | undefined {
  return runsOn && 'stalledAt' in runsOn ? runsOn.stalledAt : undefined;
}

/** How long it has run, without what it waits for the user. `waits`: those of an agent's calls. Milliseconds. */
export function runsOnTime(runsOn: RunsOn, now: number, waits: readonly Interval[] = []): number {
  const { startedAt, endedAt = stalledAtOf(runsOn) ?? now } = runsOn;
  const end = Math.max(startedAt, endedAt);
  return end - startedAt - totalLength(within([startedAt, end], waits));
}
