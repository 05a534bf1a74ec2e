import { toolUseBlockSchema } from '#shared/session/content.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldingSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { SessionLog } from './log.ts';

const LOST = 'Gatehouse stopped before this call ended. It may have had some of its effects: look before you do it again.';
const NEVER_RAN = 'Gatehouse stopped before this call was started. It did nothing.';

/**
 * Notes that this process took the session up and closes what the last one left open, so that every call has its answer. Returns the view of
 * all that is in the log then.
 */
export function recoverSession(log: SessionLog): SessionView {
  return atOnce(recoveringSession(log));
}

/** As `recoverSession`. */
export function* recoveringSession(log: SessionLog): Steps<SessionView> {
  const view = yield* foldingSession(log.events);
  const closing = [
    ...(yield* closeHooks(log.events)),
    ...(yield* callsNobodySaw(log.events, view)),
    ...closeCalls(view),
    ...closeTasks(view),
    ...closeAgents(view),
    ...closeTurn(view),
  ];
  const append = (event: NewSessionEvent): void => applyEvent(view, log.append(event));
  append({ type: 'session.resumed', data: { pid: process.pid } });
  for (const event of closing) append(event);
  if (log.damagedLines > 0) {
    const text = `${log.damagedLines} ${log.damagedLines === 1 ? 'line' : 'lines'} of this session's log could not be read and were left out.`;
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  }
  return view;
}

/**
 * The terminals of calls and background commands that were running when Gatehouse was killed, this time or an earlier one: what they
 * started may still live.
 */
export function* lostTerminals(events: readonly SessionEvent[]): Steps<string[]> {
  const lost = new Set<string>();
  const lostTasks = new Set<string>();
  for (const event of events) {
    if (event.type === 'call.finished' && event.data.content === LOST) lost.add(event.data.callId);
    if (event.type === 'task.ended' && event.data.outcome === 'lost') lostTasks.add(event.data.taskId);
    yield;
  }
  const terminals: string[] = [];
  if (lost.size + lostTasks.size === 0) return terminals;
  for (const event of events) {
    yield;
    if (event.type === 'task.started' && lostTasks.has(event.data.taskId)) terminals.push(event.data.terminal.terminalId);
    if (event.type !== 'call.started' && event.type !== 'call.terminal') continue;
    if (event.data.terminal && lost.has(event.data.callId)) terminals.push(event.data.terminal.terminalId);
  }
  return terminals;
}

/** Hooks that were running when Gatehouse was killed, this time or an earlier one: their processes may still live. */
export function* lostHooks(events: readonly SessionEvent[]): Steps<string[]> {
  const lost: string[] = [];
  for (const event of events) {
    if (event.type === 'hook.ran' && event.data.outcome === 'lost') lost.push(event.data.runId);
    yield;
  }
  return lost;
}

function* closeHooks(events: readonly SessionEvent[]): Steps<NewSessionEvent[]> {
  const ended = new Set<string>();
  for (const event of events) {
    if (event.type === 'hook.ran') ended.add(event.data.runId);
    yield;
  }
  const closing: NewSessionEvent[] = [];
  for (const event of events) {
    yield;
    if (event.type !== 'hook.started' || ended.has(event.data.runId)) continue;
    const times = { startedAt: event.at, endedAt: event.at };
    const message = 'Gatehouse stopped before this hook ended.';
    closing.push({
      type: 'hook.ran',
      data: { ...event.data, ...times, outcome: 'lost', message, output: '', errors: '' },
      ...(event.agentId !== undefined && { agentId: event.agentId }),
    });
  }
  return closing;
}

/** `tool_use` blocks that were stored when the program died, before the executor had them. */
function* callsNobodySaw(events: readonly SessionEvent[], view: SessionView): Steps<NewSessionEvent[]> {
  const discarded = new Set<string>();
  for (const event of events) {
    if (event.type === 'request.ended' && event.data.outcome === 'discarded') discarded.add(event.data.requestId);
    yield;
  }
  const closing: NewSessionEvent[] = [];
  for (const event of events) {
    yield;
    if (event.type !== 'assistant.block' || discarded.has(event.data.requestId)) continue;
    const block = toolUseBlockSchema.safeParse(event.data.block);
    if (!block.success || view.calls[block.data.id]) continue;
    const { id: callId, name: toolName } = block.data;
    const { messageId, requestId } = event.data;
    const row = { kind: 'other' as const, title: toolName, summary: '' };
    const agent = event.agentId === undefined ? {} : { agentId: event.agentId };
    const parentCallId = event.agentId === undefined ? undefined : view.agents[event.agentId]?.parentCallId;
    const under = parentCallId === undefined ? {} : { parentCallId };
    closing.push(
      { type: 'call.queued', data: { callId, messageId, requestId, toolName, view: row, parallel: false, ...under }, ...agent },
      cancelled(callId, NEVER_RAN, row, agent),
    );
  }
  return closing;
}

function closeCalls(view: SessionView): NewSessionEvent[] {
  const asked = new Map(view.asks.map((ask) => [ask.callId, ask]));
  return view.callOrder.flatMap((callId) => {
    const call = view.calls[callId];
    if (!call || call.finishedAt !== undefined) return [];
    const agent = call.agentId === undefined ? {} : { agentId: call.agentId };
    const ask = asked.get(callId);
    const withdrawn: NewSessionEvent[] = ask
      ? [
          {
            type: 'call.answered',
            data: { askId: ask.askId, callId, answer: { type: 'withdrawn', why: 'Gatehouse stopped.' }, by: 'interrupt' },
            ...agent,
          },
        ]
      : [];
    return [...withdrawn, cancelled(callId, call.startedAt === undefined ? NEVER_RAN : LOST, call.view, agent)];
  });
}

function cancelled(
  callId: string,
  content: string,
  view: SessionView['calls'][string]['view'],
  agent: { agentId?: string },
): NewSessionEvent {
  return {
    type: 'call.finished',
    data: {
      callId,
      outcome: 'cancelled',
      isError: true,
      content,
      view: { ...view, outcome: 'Gatehouse stopped' },
      spans: [],
      errorKind: 'cancelled',
    },
    ...agent,
  };
}

function closeTasks(view: SessionView): NewSessionEvent[] {
  return Object.values(view.tasks).flatMap(({ taskId, state, agentId }) =>
    state === 'running'
      ? [
          {
            type: 'task.ended',
            data: { taskId, outcome: 'lost', why: 'Gatehouse stopped before it ended.' },
            ...(agentId !== undefined && { agentId }),
          },
        ]
      : [],
  );
}

function closeAgents(view: SessionView): NewSessionEvent[] {
  return Object.values(view.agents).flatMap(({ agentId, state, tokens, calls }) =>
    state === 'running'
      ? [{ type: 'agent.ended', data: { outcome: 'stopped', error: 'Gatehouse stopped.', totalTokens: tokens, toolUses: calls }, agentId }]
      : [],
  );
}

function closeTurn(view: SessionView): NewSessionEvent[] {
  const events: NewSessionEvent[] = [];
  if (view.request) {
    events.push({
      type: 'request.ended',
      data: { requestId: view.request.requestId, outcome: 'aborted', stopReason: null, usage: null, error: 'Gatehouse stopped.' },
    });
  }
  if (view.turn)
    events.push({
      type: 'turn.ended',
      data: { turnId: view.turn.turnId, outcome: 'interrupted', error: 'Gatehouse stopped before this turn ended.' },
    });
  return events;
}
