import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { AuditSink } from './audit-log.ts';
import { type AuditAnswer, type AuditEnd, type AuditRecord, MAX_AUDIT_SPANS, MAX_NAME_CHARS, type NewAuditRecord } from './audit-record.ts';
import { fieldsOfAsk, fieldsOfDecision } from './decision-fields.ts';

interface CallState {
  tool: string;
  askedAt?: number;
  waitedMs: number | null;
  answer: AuditAnswer | null;
  /** Digest of the input in its decision; `undefined` before. */
  decided?: string;
}

/** Turns the events of one session into audit records. Gets every event, so no decision can be missed. */
export class SessionAudit {
  readonly #sink: AuditSink;
  readonly #calls = new Map<string, CallState>();
  /** Records of calls that ended, and could not be written: there was nothing left to stop. */
  readonly #late: NewAuditRecord[] = [];
  #session = '';
  #project = '';
  #mode: string | null = null;

  /**
   * `past`: the session's existing events. A call that a killed program left open, and that was closed when this process opened the
   * session, is recorded now.
   */
  constructor(sink: AuditSink, past: readonly SessionEvent[]) {
    this.#sink = sink;
    atOnce(this.replay(past));
  }

  /** Reads the session's existing events in steps. Call before any other event. */
  *replay(past: readonly SessionEvent[]): Steps<void> {
    const resumed = past.findLastIndex(({ type }) => type === 'session.resumed');
    const last = past[resumed];
    const closed = last?.type === 'session.resumed' ? (last.data.closed ?? 0) : 0;
    for (const [index, event] of past.entries()) {
      yield;
      const records = this.#apply(event);
      if (event.type === 'call.decided') this.#call(event.data.callId).decided = event.data.inputDigest;
      if (index < resumed && index >= resumed - closed) for (const record of records) this.#writeLate(record);
    }
  }

  /** Call before the event is stored or acted on. @throws AppError `unavailable` when the record of a decision can't be written. */
  before(event: SessionEvent): void {
    const records = this.#apply(event);
    if (event.type === 'call.finished') {
      for (const record of records) this.#writeLate(record);
      return;
    }
    if (records.length === 0) return;
    this.#flush();
    for (const record of records) this.#sink.write(record);
    // Only now: a call whose decision could not be recorded has none, and ends undecided.
    if (event.type === 'call.decided') this.#call(event.data.callId).decided = event.data.inputDigest;
  }

  #apply(event: SessionEvent): NewAuditRecord[] {
    switch (event.type) {
      case 'session.created':
        this.#session = event.data.sessionId;
        this.#project = event.data.projectDir;
        this.#mode = event.data.mode;
        return [];
      case 'session.mode':
        this.#mode = event.data.mode;
        return [];
      case 'call.queued':
        this.#calls.set(event.data.callId, { tool: event.data.toolName, waitedMs: null, answer: null });
        return [];
      case 'call.asked': {
        const { ask } = event.data;
        this.#call(ask.callId, ask.toolName).askedAt = event.at;
        return [this.#record(event, ask.callId, { inputDigest: ask.digest, ...fieldsOfAsk(ask), answer: null, waitedMs: null })];
      }
      case 'call.answered':
        this.#answered(event.data, event.at);
        return [];
      case 'call.decided': {
        const { callId, decision, inputDigest } = event.data;
        const { answer, waitedMs } = this.#call(callId);
        return [this.#record(event, callId, { inputDigest, ...fieldsOfDecision(decision), answer, waitedMs })];
      }
      case 'call.finished':
        return this.#finished(event, event.data);
      default:
        return [];
    }
  }

  #answered({ callId, answer, by }: EventBody<'call.answered'>, at: number): void {
    const call = this.#call(callId);
    if (call.askedAt !== undefined) call.waitedMs = (call.waitedMs ?? 0) + at - call.askedAt;
    delete call.askedAt;
    call.answer = {
      type: answer.type,
      by,
      ...(answer.type === 'allow_always' && { rules: answer.rules, destination: answer.destination }),
      ...(answer.type === 'set_mode' && { mode: answer.mode }),
      ...(answer.type === 'allow_and_update' && { updates: answer.updates }),
      ...(answer.type === 'add_directories' && { directories: answer.directories, destination: answer.destination }),
    };
  }

  /** A call that was stopped before it was decided is recorded too. One that failed before needs no record: nothing was decided about it. */
  #finished(event: SessionEvent, finished: EventBody<'call.finished'>): NewAuditRecord[] {
    const { callId, outcome } = finished;
    const { answer, waitedMs, decided } = this.#call(callId);
    const end = endOf(finished);
    const records =
      decided !== undefined
        ? [
            this.#record(event, callId, {
              inputDigest: decided,
              outcome: 'ended',
              layer: null,
              reason: 'ended',
              rules: [],
              by: 'gatehouse',
              answer: null,
              waitedMs: null,
              end,
            }),
          ]
        : outcome === 'cancelled' || outcome === 'denied'
          ? [
              this.#record(event, callId, {
                inputDigest: null,
                outcome: outcome === 'denied' ? 'deny' : 'cancelled',
                layer: null,
                reason: 'cancelled',
                rules: [],
                by: outcome === 'denied' ? 'gatehouse' : 'interrupt',
                answer,
                waitedMs,
                end,
              }),
            ]
          : [];
    this.#calls.delete(callId);
    return records;
  }

  #record(
    event: SessionEvent,
    callId: string,
    fields: Pick<AuditRecord, 'inputDigest' | 'outcome' | 'layer' | 'reason' | 'rules' | 'by' | 'place' | 'answer' | 'waitedMs' | 'end'>,
  ): NewAuditRecord {
    return {
      at: new Date(event.at).toISOString(),
      session: this.#session,
      project: this.#project,
      ...(event.agentId !== undefined && { agent: event.agentId }),
      call: callId.slice(0, MAX_NAME_CHARS),
      tool: this.#call(callId).tool.slice(0, MAX_NAME_CHARS),
      ...fields,
      mode: this.#mode,
    };
  }

  #call(callId: string, tool = 'unknown'): CallState {
    let call = this.#calls.get(callId);
    if (!call) this.#calls.set(callId, (call = { tool, waitedMs: null, answer: null }));
    return call;
  }

  #writeLate(record: NewAuditRecord): void {
    this.#late.push(record);
    try {
      this.#flush();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  #flush(): void {
    for (let next = this.#late[0]; next; next = this.#late[0]) {
      this.#sink.write(next);
      this.#late.shift();
    }
  }
}

function endOf({ outcome, spans }: EventBody<'call.finished'>): AuditEnd {
  return {
    outcome,
    spans: spans.slice(0, MAX_AUDIT_SPANS).map(({ step, start, end, outcome: of }) => ({
      step: step.slice(0, MAX_NAME_CHARS),
      start: new Date(start).toISOString(),
      ms: Math.max(0, Math.round((end - start) * 1000) / 1000),
      outcome: of,
    })),
  };
}
