import type { CallRow, SessionView } from '#shared/session/view.ts';
import { agentWaits } from '../calls/agent-waits.ts';
import { type Interval, mergeIntervals, totalLength, waitsOf, without, workTime } from '../calls/call-times.ts';
import { callsOf } from '../calls/calls-of.ts';
import { callName } from './grid/tool-name.tsx';

/** One tool's totals over a session. Times in milliseconds. */
interface ToolTotals {
  readonly toolName: string;
  readonly name: string;
  readonly calls: number;
  /** Failed and denied calls. */
  readonly failedOrDenied: number;
  /** Run times, without what they waited for the user. */
  readonly work: number;
  /** At least one of its calls ran. */
  readonly ran: boolean;
  /** Some of `work` is that of agents, from start to end, which contains the run times of other calls. */
  readonly containsCalls: boolean;
  /** Time during which at least one of its calls waited for the user. */
  readonly waiting: number;
}

/** One entry per tool, longest total first. */
export function toolTotals(view: SessionView, now: number): readonly ToolTotals[] {
  const rows = callsOf(view);
  const parents = new Set(rows.map(({ parentCallId }) => parentCallId));
  const contains = ({ callId, view: { kind } }: CallRow): boolean => kind === 'agent' || parents.has(callId);
  const started = startedRuns(view, now);
  const waits = agentWaits(rows);
  const work = (row: CallRow): number =>
    contains(row) ? agentTime(row, now, started.get(row.callId) ?? [], waits.get(row.callId)) : workTime(row, now);
  return [...Map.groupBy(rows, ({ toolName }) => toolName)]
    .map(([toolName, own]) => ({
      toolName,
      name: own[0] ? callName(own[0]) : toolName,
      calls: own.length,
      failedOrDenied: own.filter(({ state }) => state === 'failed' || state === 'denied').length,
      work: own.reduce((sum, row) => sum + work(row), 0),
      ran: own.some(({ startedAt }) => startedAt !== undefined),
      containsCalls: own.some((row) => row.startedAt !== undefined && contains(row)),
      waiting: totalLength(waitsOf(own, now)),
    }))
    .sort((a, b) => b.work - a.work || b.calls - a.calls);
}

/** When agents and workflows ran, by the call that started them. In the background they outlast it. */
function startedRuns({ agents, workflows }: SessionView, now: number): ReadonlyMap<string, readonly Interval[]> {
  const runs = new Map<string, Interval[]>();
  const add = (callId: string, startedAt: number, endedAt = now): void => {
    const run: Interval = [startedAt, Math.max(startedAt, endedAt)];
    const list = runs.get(callId);
    if (list) list.push(run);
    else runs.set(callId, [run]);
  };
  for (const { parentCallId, startedAt, endedAt } of Object.values(agents)) add(parentCallId, startedAt, endedAt);
  for (const { callId, startedAt, endedAt } of Object.values(workflows)) add(callId, startedAt, endedAt);
  return runs;
}

function agentTime({ startedAt, finishedAt }: CallRow, now: number, started: readonly Interval[], waits: readonly Interval[] = []): number {
  const own: readonly Interval[] = startedAt === undefined ? [] : [[startedAt, Math.max(startedAt, finishedAt ?? now)]];
  return totalLength(mergeIntervals([...own, ...started]).flatMap((run) => without(run, waits)));
}
