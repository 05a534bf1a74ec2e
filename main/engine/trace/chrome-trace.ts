import { setImmediate } from 'node:timers/promises';
import { callInput } from '#shared/session/call-input.ts';
import type { Span } from '#shared/session/call-record.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { callSlices, intoTracks, nestedSlices, type Slice } from './call-slices.ts';

/**
 * One entry of Chrome's trace event format: `M` names a process or a thread, `X` is a slice with its start and duration in microseconds.
 * Each agent is a process; parallel calls get separate threads.
 */
export interface TraceEvent {
  readonly name: string;
  readonly cat?: string;
  readonly ph: 'M' | 'X';
  /** Microseconds since the session started. */
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

export interface TraceSource {
  readonly view: SessionView;
  readonly events: readonly SessionEvent[];
  /** Epoch milliseconds: the end of whatever is still running. */
  readonly now: number;
  /** Whether to include commands, paths and inputs. They may contain secrets. */
  readonly texts: boolean;
}

/** Entries written before yielding to the event loop. */
const BATCH = 500;

/** The trace of a session as JSON text; opens in Perfetto and in chrome://tracing. */
export async function chromeTrace(source: TraceSource): Promise<string> {
  const lines: string[] = [];
  for (const event of traceEvents(source)) {
    if (lines.push(JSON.stringify(event)) % BATCH === 0) await setImmediate();
  }
  const { sessionId, createdAt } = source.view;
  const about = JSON.stringify({ producer: 'Gatehouse', sessionId, startedAt: new Date(createdAt).toISOString() });
  return `{"displayTimeUnit":"ms","otherData":${about},"traceEvents":[\n${lines.join(',\n')}\n]}\n`;
}

/** Each track's slices by start time. */
export function* traceEvents({ view, events, now, texts }: TraceSource): Generator<TraceEvent> {
  const spans = new Map<string, readonly Span[]>();
  for (const event of events) if (event.type === 'call.finished') spans.set(event.data.callId, event.data.spans);
  const inputs = texts ? inputsOf(events) : undefined;
  const rows = Map.groupBy(
    view.callOrder.flatMap((callId) => view.calls[callId] ?? []),
    ({ agentId }) => agentId,
  );
  const requests = Map.groupBy(requestSlices(events, now), ({ agentId }) => agentId);
  const agents = [...new Set([undefined, ...Object.keys(view.agents), ...rows.keys(), ...requests.keys()])];
  const origin = view.createdAt;
  let tid = 0;
  for (const [index, agentId] of agents.entries()) {
    const pid = index + 1;
    const agent = agentId === undefined ? undefined : view.agents[agentId];
    yield named('process_name', pid, 0, { name: agent ? agentLabel(agent) : (agentId ?? 'Main agent') });
    yield named('process_sort_index', pid, 0, { sort_index: pid });
    const model = intoTracks(requests.get(agentId) ?? []).map((track, index) => ({ name: laneName('Model', index), slices: track }));
    const callSpans = (rows.get(agentId) ?? []).map((row) => ({ row, start: row.queuedAt, end: row.finishedAt ?? now }));
    const calls = intoTracks(callSpans).map((track, index) => ({
      name: laneName('Calls', index),
      slices: track.values().flatMap(({ row }) => slicesOf(row)),
    }));
    for (const { name, slices } of [...model, ...calls]) {
      tid += 1;
      yield named('thread_name', pid, tid, { name });
      yield named('thread_sort_index', pid, tid, { sort_index: tid });
      for (const slice of slices) yield toEvent(slice, origin, pid, tid);
    }
  }

  function slicesOf(row: CallRow): readonly Slice[] {
    const { callId } = row;
    return nestedSlices(callSlices(row, spans.get(callId) ?? [], now, inputs && { input: inputs.get(callId) }));
  }
}

function laneName(name: string, index: number): string {
  return index === 0 ? name : `${name} ${index + 1}`;
}

function named(name: string, pid: number, tid: number, args: TraceEvent['args']): TraceEvent {
  return { name, ph: 'M', ts: 0, pid, tid, args };
}

/** Rounds both ends, not the duration, so that nested slices stay nested. */
function toEvent({ name, category, start, end, args }: Slice, origin: number, pid: number, tid: number): TraceEvent {
  const ts = Math.max(0, Math.round((start - origin) * 1000));
  return { name, cat: category, ph: 'X', ts, dur: Math.max(0, Math.round((end - origin) * 1000) - ts), pid, tid, args };
}

function inputsOf(events: readonly SessionEvent[]): ReadonlyMap<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const event of events) {
    const given = callInput(event);
    if (given) inputs.set(given.callId, given.input);
    if (event.type === 'call.changed') inputs.set(event.data.callId, event.data.input);
  }
  return inputs;
}

/** A model request as a slice, with the agent that made it (`undefined`: the main one). */
interface RequestSlice extends Slice {
  readonly agentId: string | undefined;
}

/** When the model was called, and how many tokens it cost. */
function requestSlices(events: readonly SessionEvent[], now: number): readonly RequestSlice[] {
  const open = new Map<string, RequestSlice>();
  const slices: RequestSlice[] = [];
  for (const event of events) {
    if (event.type === 'request.started') {
      const { requestId, model, attempt, purpose } = event.data;
      const name = purpose === 'compaction' ? 'summarise' : 'request';
      open.set(requestId, { agentId: event.agentId, name, category: 'model', start: event.at, end: now, args: { model, attempt } });
    } else if (event.type === 'request.ended') {
      const { requestId, outcome, usage } = event.data;
      const request = open.get(requestId);
      if (!request) continue;
      open.delete(requestId);
      const tokens = usage && {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        cacheReadTokens: usage.cache_read_input_tokens,
        cacheWriteTokens: usage.cache_creation_input_tokens,
      };
      slices.push({ ...request, end: event.at, args: { ...request.args, outcome, ...tokens } });
    }
  }
  return [...slices, ...open.values()];
}
