import type { Decision } from '#shared/permission/decision.ts';
import type { PermissionMode } from '../../permission/mode.ts';
import { shorten } from '../../shorten.ts';
import type { EventBody, SessionEvent } from '../event.ts';
import { askingAgent } from './fold-agents.ts';
import { pendingAsk, withoutAsk } from './fold-asks.ts';
import { shortFailure } from '../short-failure.ts';
import { silentSince } from './silent-since.ts';
import type { CallRow, SessionView, Wait } from '../view.ts';

type CallEvent = Extract<SessionEvent, { type: `call.${string}` }>;
type InputWaitEvent = Extract<SessionEvent, { type: 'call.stalled' | 'call.continued' }>;

/** Folds an event of a call into its row and its pending question. Ignores events of unknown calls. */
export function applyToCall(view: SessionView, event: CallEvent): void {
  switch (event.type) {
    case 'call.queued':
      addCall(view, event.data, event.at, event.agentId);
      return;
    case 'call.asked': {
      const { ask } = event.data;
      const agent = event.agentId === undefined ? undefined : view.agents[event.agentId];
      view.asks = [...view.asks, pendingAsk(ask, event, agent && askingAgent(agent))];
      changeCall(view, ask.callId, { state: 'waiting', ...askedAgain(view.calls[ask.callId], event.at) });
      return;
    }
    case 'call.answered':
      view.asks = withoutAsk(view.asks, (ask) => ask.askId === event.data.askId);
      changeCall(view, event.data.callId, { state: 'queued', answeredAt: event.at, ...saidWith(event.data) });
      return;
    case 'call.changed': {
      const { callId, by, view: changed } = event.data;
      changeCall(view, callId, { view: withoutDetail(changed), changedBy: by });
      return;
    }
    case 'call.decided':
      changeCall(view, event.data.callId, {
        decision: briefDecision(event.data.decision, event.agentId === undefined ? view.mode : undefined),
      });
      return;
    case 'call.started': {
      const { callId, terminal } = event.data;
      changeCall(view, callId, { state: 'running', startedAt: event.at, ...(terminal && { terminal }) });
      return;
    }
    case 'call.terminal':
      changeCall(view, event.data.callId, { terminal: event.data.terminal });
      return;
    case 'call.stalled':
    case 'call.continued':
      changeCall(view, event.data.callId, inputWaitsAfter(view.calls[event.data.callId], event));
      return;
    case 'call.finished': {
      const { callId, outcome, exitCode } = event.data;
      const failure = shortFailure(event.data);
      view.asks = withoutAsk(view.asks, (ask) => ask.callId === callId);
      changeCall(view, callId, { state: outcome, finishedAt: event.at, view: withoutDetail(event.data.view), exitCode, failure });
      return;
    }
    default:
      event satisfies never;
  }
}

function addCall(view: SessionView, data: EventBody<'call.queued'>, at: number, agentId: string | undefined): void {
  if (view.calls[data.callId]) return;
  view.calls[data.callId] = {
    callId: data.callId,
    toolName: data.toolName,
    agentId,
    parentCallId: data.parentCallId,
    requestId: data.requestId,
    state: 'queued',
    view: withoutDetail(data.view),
    parallel: data.parallel,
    queuedAt: at,
  };
  view.callOrder.push(data.callId);
}

function changeCall(view: SessionView, callId: string, change: Partial<CallRow>): void {
  const row = view.calls[callId];
  if (row) view.calls[callId] = { ...row, ...change };
}

/** The times of a question; of those before it, the call keeps how long they waited. */
function askedAgain(row: CallRow | undefined, at: number): Partial<CallRow> {
  if (row?.askedAt === undefined) return { askedAt: at };
  const before: Wait = [row.askedAt, row.answeredAt ?? at];
  return { askedAt: at, answeredAt: undefined, earlierWaits: [...(row.earlierWaits ?? []), before] };
}

function inputWaitsAfter(row: CallRow | undefined, event: InputWaitEvent): Partial<CallRow> {
  if (row?.state !== 'running') return {};
  const { inputWaits: waits = [], startedAt = 0 } = row;
  const [from, to] = waits.at(-1) ?? [0, startedAt];
  if (event.type === 'call.stalled') return to === null ? {} : { inputWaits: [...waits, [silentSince(event, to), null]] };
  return to === null ? { inputWaits: [...waits.slice(0, -1), [from, event.at]] } : {};
}

function withoutDetail(view: CallRow['view']): CallRow['view'] {
  const { detail: _detail, ...rest } = view;
  return rest;
}

function briefDecision(decision: Decision, mode: PermissionMode | undefined): CallRow['decision'] {
  const decider = decision.trace.findLast((entry) => entry.rule && entry.outcome === decision.behavior);
  const { behavior, reason, message } = decision;
  return { behavior, reason, message, rule: decider?.rule?.text, ...(reason === 'mode' && mode !== undefined && { mode }) };
}

/** Characters of a person's words that the view keeps. */
const MAX_SAID = 600;

function saidWith({ answer, by }: EventBody<'call.answered'>): Pick<CallRow, 'said'> {
  const message = 'message' in answer && by === 'person' ? answer.message?.trim() : undefined;
  return message === undefined || message === '' ? {} : { said: shorten(message, MAX_SAID) };
}
