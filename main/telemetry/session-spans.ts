import { type Attributes, ROOT_CONTEXT, type Span, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import type { Usage } from '#shared/session/content.ts';
import type { ReportedNames } from './reported-names.ts';

/** The session attributes of a trace. */
export interface SpannedSession {
  readonly sessionId: string;
  /** OpenTelemetry's provider name, such as `anthropic`. */
  readonly provider: string;
  readonly names: ReportedNames;
}

/**
 * The spans of one session, built from its events: a trace per turn, with its model requests, its calls with their pipeline steps, and its
 * sub-agents. Uses OpenTelemetry's semantic conventions for generative AI where they exist. No input, output, path or message is exported.
 */
export class SessionSpans {
  readonly #tracer: Tracer;
  readonly #session: SpannedSession;
  readonly #agents = new Map<string, Span>();
  readonly #requests = new Map<string, Span>();
  readonly #calls = new Map<string, Span>();
  #turn: Span | undefined;
  /** Time of the last event, whose clock may be ahead of the system's. */
  #lastAt = 0;

  constructor(tracer: Tracer, session: SpannedSession) {
    this.#tracer = tracer;
    this.#session = session;
  }

  apply(event: SessionEvent): void {
    this.#lastAt = event.at;
    switch (event.type) {
      case 'turn.started':
        this.#turn = this.#start(event, 'invoke_agent', undefined, { 'gen_ai.operation.name': 'invoke_agent' });
        break;
      case 'turn.ended':
        this.#turn?.setAttribute('gatehouse.turn.outcome', event.data.outcome);
        finish(this.#turn, event.at, event.data.outcome === 'failed' ? 'failed' : undefined);
        this.#turn = undefined;
        break;
      case 'request.started':
        this.#requestStarted(event, event.data);
        break;
      case 'request.ended':
        this.#requestEnded(event, event.data);
        break;
      case 'call.queued':
        this.#callQueued(event, event.data);
        break;
      case 'call.asked':
        this.#calls.get(event.data.ask.callId)?.addEvent('gatehouse.permission.asked', undefined, event.at);
        break;
      case 'call.answered': {
        const { callId, by, answer } = event.data;
        const told = { 'gatehouse.permission.by': by, 'gatehouse.permission.answer': answer.type };
        this.#calls.get(callId)?.addEvent('gatehouse.permission.answered', told, event.at);
        break;
      }
      case 'call.decided': {
        const { behavior, reason } = event.data.decision;
        const told = { 'gatehouse.permission.decision': behavior, 'gatehouse.permission.reason': reason };
        this.#calls.get(event.data.callId)?.setAttributes(told);
        break;
      }
      case 'call.finished':
        this.#callFinished(event, event.data);
        break;
      case 'agent.started':
      case 'agent.resumed':
        this.#agentStarted(event);
        break;
      case 'agent.ended':
        this.#agentEnded(event, event.data);
        break;
      default:
        break;
    }
  }

  /** Ends the open spans when the session is closed. */
  end(): void {
    const now = Math.max(Date.now(), this.#lastAt);
    for (const open of [this.#requests, this.#calls, this.#agents]) {
      for (const span of open.values()) span.end(now);
      open.clear();
    }
    this.#turn?.end(now);
    this.#turn = undefined;
  }

  #requestStarted(event: SessionEvent, { requestId, model, attempt, purpose }: EventBody<'request.started'>): void {
    const span = this.#start(event, `chat ${model}`, this.#agentSpan(event.agentId), {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': this.#session.provider,
      'gen_ai.request.model': model,
      'gatehouse.request.attempt': attempt,
      ...(purpose && { 'gatehouse.request.purpose': purpose }),
    });
    this.#requests.set(requestId, span);
  }

  #requestEnded({ at }: SessionEvent, { requestId, outcome, stopReason, usage }: EventBody<'request.ended'>): void {
    const span = this.#requests.get(requestId);
    this.#requests.delete(requestId);
    span?.setAttributes({
      'gatehouse.request.outcome': outcome,
      ...(stopReason !== null && { 'gen_ai.response.finish_reasons': [stopReason] }),
      ...(usage && usageAttributes(usage)),
    });
    finish(span, at, outcome === 'failed' ? 'failed' : undefined);
  }

  #callQueued(event: SessionEvent, { callId, toolName, parallel }: EventBody<'call.queued'>): void {
    const tool = this.#session.names.tool(toolName);
    const span = this.#start(event, `execute_tool ${tool}`, this.#agentSpan(event.agentId), {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
      'gatehouse.call.parallel': parallel,
    });
    this.#calls.set(callId, span);
  }

  #callFinished({ at }: SessionEvent, { callId, outcome, spans, exitCode, errorKind }: EventBody<'call.finished'>): void {
    const span = this.#calls.get(callId);
    if (!span) return;
    this.#calls.delete(callId);
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    for (const { step, start, end, outcome: stepOutcome } of spans) {
      const child = this.#tracer.startSpan(step, { startTime: start, attributes: { 'gatehouse.step.outcome': stepOutcome } }, inside);
      finish(child, Math.max(start, end), stepOutcome === 'failed' ? 'failed' : undefined);
    }
    span.setAttributes({
      'gatehouse.call.outcome': outcome,
      ...(exitCode !== undefined && { 'process.exit.code': exitCode }),
    });
    finish(span, at, outcome === 'failed' ? (errorKind ?? 'failed') : undefined);
  }

  #agentStarted(event: Extract<SessionEvent, { type: 'agent.started' | 'agent.resumed' }>): void {
    const { agentId } = event;
    if (agentId === undefined) return;
    const type = event.type === 'agent.started' ? this.#session.names.agent(event.data.agentType) : undefined;
    const parent = event.type === 'agent.started' ? this.#calls.get(event.data.parentCallId) : undefined;
    const span = this.#start(event, type === undefined ? 'invoke_agent' : `invoke_agent ${type}`, parent ?? this.#turn, {
      'gen_ai.operation.name': 'invoke_agent',
      ...(type !== undefined && { 'gen_ai.agent.name': type }),
    });
    this.#agents.set(agentId, span);
  }

  #agentEnded({ at, agentId = '' }: SessionEvent, { outcome, toolUses }: EventBody<'agent.ended'>): void {
    const span = this.#agents.get(agentId);
    this.#agents.delete(agentId);
    span?.setAttributes({ 'gatehouse.agent.outcome': outcome, 'gatehouse.agent.tool_uses': toolUses });
    finish(span, at, outcome === 'failed' ? 'failed' : undefined);
  }

  /** The span of the agent that acts; the turn's for the main one. */
  #agentSpan(agentId: string | undefined): Span | undefined {
    return (agentId === undefined ? undefined : this.#agents.get(agentId)) ?? this.#turn;
  }

  #start({ at, agentId }: SessionEvent, name: string, parent: Span | undefined, attributes: Attributes): Span {
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const common = { 'session.id': this.#session.sessionId, ...(agentId !== undefined && { 'gen_ai.agent.id': agentId }) };
    return this.#tracer.startSpan(name, { startTime: at, attributes: { ...common, ...attributes } }, context);
  }
}

function finish(span: Span | undefined, at: number, errorType: string | undefined): void {
  if (errorType !== undefined) span?.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
  span?.end(at);
}

/** Token usage in OpenTelemetry's terms, where input tokens include cache reads and writes. */
function usageAttributes(usage: Usage): Attributes {
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  return {
    'gen_ai.usage.input_tokens': input + read + written,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': read,
    'gen_ai.usage.cache_creation.input_tokens': written,
  };
}
