import { toolUseBlockSchema } from '#shared/session/content.ts';
import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { Steps } from '#shared/steps.ts';

/** The texts that close unfinished work: shown to people, and sent to the model where a call gets its result. */
export interface ClosingTexts {
  /** What happened, in a few words without a full stop. */
  readonly what: string;
  /** The result of a call that had started. */
  readonly lost: string;
  /** The result of a call that had not started. */
  readonly notStarted: string;
  readonly hook: string;
  readonly task: string;
  readonly turn: Pick<EventBody<'turn.ended'>, 'outcome' | 'error'>;
}

export interface LeftOpen {
  readonly events: readonly SessionEvent[];
  /** The fold of these events. */
  readonly view: SessionView;
  readonly words: ClosingTexts;
  /** Hook runs that are still running; they are closed when they end. */
  readonly runningHooks?: ReadonlySet<string>;
}

/** The events that close everything a session left unfinished, so that every call has a result. None of it may still be running. */
export function* closingEvents({ events, view, words, runningHooks = new Set() }: LeftOpen): Steps<NewSessionEvent[]> {
  return [
    ...(yield* closeHooks(events, words, runningHooks)),
    ...(yield* unqueuedCalls(events, view, words)),
    ...(yield* closeCalls(view, words)),
    ...closeTasks(view, words),
    ...closeWorkflows(view, words),
    ...closeAgents(view, words),
    ...closeTurn(view, words),
  ];
}

function* closeHooks(
  events: readonly SessionEvent[],
  { hook: message }: ClosingTexts,
  running: ReadonlySet<string>,
): Steps<NewSessionEvent[]> {
  const ended = new Set(running);
  for (const event of events) {
    if (event.type === 'hook.ran') ended.add(event.data.runId);
    yield;
  }
  const closing: NewSessionEvent[] = [];
  for (const event of events) {
    yield;
    if (event.type !== 'hook.started' || ended.has(event.data.runId)) continue;
    const times = { startedAt: event.at, endedAt: event.at };
    closing.push({
      type: 'hook.ran',
      data: { ...event.data, ...times, outcome: 'lost', message, output: '', errors: '' },
      ...(event.agentId !== undefined && { agentId: event.agentId }),
    });
  }
  return closing;
}

/** `tool_use` blocks that were stored before the executor received them. */
function* unqueuedCalls(events: readonly SessionEvent[], view: SessionView, words: ClosingTexts): Steps<NewSessionEvent[]> {
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
      cancelled(callId, words.notStarted, row, agent, words),
    );
  }
  return closing;
}

function* closeCalls(view: SessionView, words: ClosingTexts): Steps<NewSessionEvent[]> {
  const asked = new Map(view.asks.map((ask) => [ask.callId, ask]));
  const closing: NewSessionEvent[] = [];
  for (const callId of view.callOrder) {
    yield;
    const call = view.calls[callId];
    if (!call || call.finishedAt !== undefined) continue;
    const agent = call.agentId === undefined ? {} : { agentId: call.agentId };
    const ask = asked.get(callId);
    if (ask) {
      const answer = { type: 'withdrawn' as const, why: `${words.what}.` };
      closing.push({ type: 'call.answered', data: { askId: ask.askId, callId, answer, by: 'interrupt' }, ...agent });
    }
    closing.push(cancelled(callId, call.startedAt === undefined ? words.notStarted : words.lost, call.view, agent, words));
  }
  return closing;
}

function cancelled(
  callId: string,
  content: string,
  view: SessionView['calls'][string]['view'],
  agent: { agentId?: string },
  { what }: ClosingTexts,
): NewSessionEvent {
  return {
    type: 'call.finished',
    data: {
      callId,
      outcome: 'cancelled',
      isError: true,
      content,
      view: { ...view, outcome: what },
      spans: [],
      errorKind: 'cancelled',
    },
    ...agent,
  };
}

function closeTasks(view: SessionView, { task: why }: ClosingTexts): NewSessionEvent[] {
  return Object.values(view.tasks).flatMap(({ taskId, state, agentId }) =>
    state === 'running'
      ? [
          {
            type: 'task.ended',
            data: { taskId, outcome: 'lost', why },
            ...(agentId !== undefined && { agentId }),
          },
        ]
      : [],
  );
}

function closeWorkflows(view: SessionView, { task: error }: ClosingTexts): NewSessionEvent[] {
  return Object.values(view.workflows).flatMap(({ runId, state }) =>
    state === 'running' ? [{ type: 'workflow.ended', data: { runId, outcome: 'lost', error } }] : [],
  );
}

function closeAgents(view: SessionView, { what }: ClosingTexts): NewSessionEvent[] {
  return Object.values(view.agents).flatMap(({ agentId, state, tokens, calls }) =>
    state === 'running'
      ? [{ type: 'agent.ended', data: { outcome: 'stopped', error: `${what}.`, totalTokens: tokens, toolUses: calls }, agentId }]
      : [],
  );
}

function closeTurn(view: SessionView, { what, turn }: ClosingTexts): NewSessionEvent[] {
  const events: NewSessionEvent[] = [];
  if (view.request) {
    events.push({
      type: 'request.ended',
      data: { requestId: view.request.requestId, outcome: 'aborted', stopReason: null, usage: null, error: `${what}.` },
    });
  }
  if (view.turn) events.push({ type: 'turn.ended', data: { turnId: view.turn.turnId, ...turn } });
  return events;
}
