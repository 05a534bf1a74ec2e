import { inputWaits } from '#shared/session/input-waits.ts';
import { agentLabel, agentOfCall } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow, CallRow, ConversationItem, PendingAsk, SessionView, TaskRow, WorkflowRow } from '#shared/session/view.ts';
import type { ToolProgress } from '#shared/session/tool-view.ts';
import { words } from '../ui/words.ts';
import { useWindow, type WindowState } from './app-store.ts';
import type { LiveBlock } from './live-block.ts';
import type { SessionSlot } from './session-slot.ts';

/**
 * Hooks to read one session. `select` must return a part of the view or a primitive, never a new object: a different result rerenders the
 * component. Don't select `view.calls`, which is mutated in place; use `useCall`.
 */
export function useSession<T>(sessionId: string, select: (view: SessionView) => T): T | undefined {
  return useWindow((state) => {
    const slot = state.sessions[sessionId];
    return slot && select(slot.view);
  });
}

export function useSlot<T>(sessionId: string, select: (slot: SessionSlot) => T): T | undefined {
  return useWindow((state) => {
    const slot = state.sessions[sessionId];
    return slot && select(slot);
  });
}

/** One row; rerenders only when that row changes. */
export function useCall(sessionId: string, callId: string): CallRow | undefined {
  return useWindow((state) => state.sessions[sessionId]?.view.calls[callId]);
}

/** The command that a call sent to the background. With `null` there is no rerender. */
export function useBackgroundCommand(sessionId: string, callId: string | null): TaskRow | undefined {
  return useWindow(({ sessions }) =>
    callId === null ? undefined : Object.values(sessions[sessionId]?.view.tasks ?? {}).find((task) => task.callId === callId),
  );
}

/** With `null` there is no progress and no rerender. */
export function useProgress(sessionId: string, callId: string | null): ToolProgress | undefined {
  return useWindow((state) => (callId === null ? undefined : state.sessions[sessionId]?.progress[callId]));
}

/** How many commands seem to wait for what a person types. */
export function useInputWaits(sessionId: string): number {
  return useWindow((state) => inputWaitsOf(state, sessionId).length);
}

/** The calls whose commands seem to wait for what a person types. */
export function inputWaitsOf({ sessions }: Pick<WindowState, 'sessions'>, sessionId: string): readonly string[] {
  const { view, progress } = sessions[sessionId] ?? {};
  if (!view) return [];
  const asking = Object.entries(progress ?? {}).flatMap(([callId, { waitsForInput }]) => (waitsForInput === true ? [callId] : []));
  return inputWaits(view, asking);
}

/** Why actions are disabled while the host is disconnected. */
export function useDisabledReason(): string | undefined {
  return useWindow((state) => (state.connection === 'lost' ? words.disconnected : undefined));
}

const NONE: readonly never[] = [];

export function useCallOrder(sessionId: string): readonly string[] {
  return useSession(sessionId, (view) => view.callOrder) ?? NONE;
}

export function useItems(sessionId: string): readonly ConversationItem[] {
  return useSession(sessionId, (view) => view.items) ?? NONE;
}

export function useAsks(sessionId: string): readonly PendingAsk[] {
  return useSession(sessionId, (view) => view.asks) ?? NONE;
}

/** Questions and plans, which are answered in the conversation. */
export function useForms(sessionId: string): readonly PendingAsk[] {
  return formsOf(useAsks(sessionId));
}

/** Caches the list per asks: a selector must not return a new one each time. */
const forms = new WeakMap<readonly PendingAsk[], readonly PendingAsk[]>();

function formsOf(asks: readonly PendingAsk[]): readonly PendingAsk[] {
  const known = forms.get(asks) ?? asks.filter(isForm);
  forms.set(asks, known);
  return known;
}

/** Whether the ask needs more than allow or deny. */
export function isForm({ view }: PendingAsk): boolean {
  return view.detail?.type === 'questions' || view.detail?.type === 'plan';
}

export function useLiveBlocks(sessionId: string): readonly LiveBlock[] {
  return useSlot(sessionId, (slot) => slot.live) ?? NONE;
}

/** Running and waiting calls. Counted once per view, shared by all components. */
export function useCallCounts(sessionId: string): CallCounts {
  return useSession(sessionId, countCalls) ?? NO_CALLS;
}

export interface CallCounts {
  readonly running: number;
  /** When the first of those that run was started; `null` while none does. Epoch milliseconds. */
  readonly runningSince: number | null;
  readonly waiting: number;
  readonly denied: number;
  readonly failed: number;
}

const NO_CALLS: CallCounts = { running: 0, runningSince: null, waiting: 0, denied: 0, failed: 0 };
const counted = new WeakMap<SessionView, CallCounts>();
let last: CallCounts = NO_CALLS;

function countCalls(view: SessionView): CallCounts {
  const known = counted.get(view);
  if (known) return known;
  const counts = { running: 0, waiting: 0, denied: 0, failed: 0 };
  let runningSince: number | null = null;
  for (const callId of view.callOrder) {
    const { state, startedAt } = view.calls[callId] ?? {};
    if (state === 'running') runningSince ??= startedAt ?? null;
    if (state === 'running' || state === 'waiting' || state === 'denied' || state === 'failed') counts[state] += 1;
  }
  const same =
    runningSince === last.runningSince &&
    counts.running === last.running &&
    counts.waiting === last.waiting &&
    counts.denied === last.denied &&
    counts.failed === last.failed;
  if (!same) last = { ...counts, runningSince };
  counted.set(view, last);
  return last;
}

/** The sub-agent that a call started; `undefined` for other calls. */
export function useAgentOfCall(sessionId: string, callId: string): AgentRow | undefined {
  return useSession(sessionId, (view) => (view.calls[callId]?.view.kind === 'agent' ? agentOfCall(view, callId) : undefined));
}

/** The run that a Workflow call started; `undefined` for other calls. */
export function useWorkflowOfCall(sessionId: string, callId: string): WorkflowRow | undefined {
  return useSession(sessionId, (view) =>
    view.calls[callId]?.view.kind === 'agent' ? Object.values(view.workflows).find((run) => run.callId === callId) : undefined,
  );
}

/** The sub-agent's label; `undefined` for the main agent. */
export function useAgentLabel(sessionId: string, agentId: string | undefined): string | undefined {
  return useSession(sessionId, ({ agents }) => {
    const agent = agentId === undefined ? undefined : agents[agentId];
    return agent ? agentLabel(agent) : agentId;
  });
}

/** Whether the main agent or a sub-agent works. */
export function isAtWork({ turn, agents }: SessionView): boolean {
  return turn !== null || Object.values(agents).some(({ state }) => state === 'running');
}
