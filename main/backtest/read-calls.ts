import { parseJson } from '#shared/json-limits.ts';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { readLogLines } from '#main/session/stream-lines.ts';
import type { HookDecision } from '#main/permission/hook-decision.ts';
import type { Decision, RuleRef } from '#shared/permission/decision.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';
import { unseenRuleText } from '#main/permission/suggest/suggest-command-rule.ts';
import { eventBodySchema, storedEventSchema, type EventBody, type StoredEvent } from '#shared/session/event.ts';
import { type PermissionMode, permissionModeSchema } from '#shared/permission/mode.ts';
import { type PastCall, type PersonsAnswer, type SavedRule, type SuggestedRules, suggestedWidths } from './past-call.ts';

/** Per session; the oldest are dropped. */
const MAX_CALLS = 10_000;
/** The event type is within the first bytes of its line. */
const TYPE_WITHIN_BYTES = 400;
const WANTED = /"type":"(?:call\.(?:queued|asked|answered|changed|decided|(finished))|session\.(?:created|mode))"/u;

interface OpenCall {
  readonly toolName: string;
  summary: string;
  asked: boolean;
  /** As it was last asked about: it may be cancelled before it is decided. */
  undecided?: Pick<PastCall, 'facts' | 'toolCheck' | 'hook' | 'reason' | 'mode'>;
  suggested?: readonly SuggestedRules[];
  answer?: Omit<PersonsAnswer, 'suggested'>;
  /** Can’t be undone, as it was asked about. */
  isFinal?: boolean;
}

/** The calls of one session's log that were decided or asked about. Logs only grow, so each `read` reads what was added since the last one. */
export class SessionCalls {
  readonly #file: string;
  readonly #sessionId: string;
  readonly #open = new Map<string, OpenCall>();
  #calls: PastCall[] = [];
  #saved: SavedRule[] = [];
  #offset = 0;
  #mode: PermissionMode = 'default';

  constructor(file: string, sessionId: string) {
    this.#file = file;
    this.#sessionId = sessionId;
  }

  /** In the order in which they were decided. */
  get calls(): readonly PastCall[] {
    return this.#calls;
  }

  get saved(): readonly SavedRule[] {
    return this.#saved;
  }

  /** `size`: of the file, if known: nothing is opened when nothing was added. @throws the system's error when the file can't be read. */
  read(knownSize?: number): void {
    if (knownSize !== undefined && knownSize === this.#offset) return;
    if (statSync(this.#file).size < this.#offset) this.#forget();
    for (const { bytes, end } of readLogLines(this.#file, this.#offset)) {
      this.#line(bytes);
      this.#offset = end;
    }
    if (this.#calls.length > MAX_CALLS) this.#calls = this.#calls.slice(-MAX_CALLS);
  }

  #forget(): void {
    this.#offset = 0;
    this.#mode = 'default';
    this.#calls = [];
    this.#saved = [];
    this.#open.clear();
  }

  #line(bytes: Buffer): void {
    const wanted = WANTED.exec(bytes.toString('latin1', 0, TYPE_WITHIN_BYTES));
    // Results are long, and few calls end undecided.
    if (!wanted || (wanted[1] !== undefined && !this.#awaitsEnd())) return;
    const event = storedEventSchema.safeParse(jsonOf(bytes));
    if (event.success) this.#apply(event.data);
  }

  #apply(event: StoredEvent): void {
    switch (event.type) {
      case 'session.created':
      case 'session.mode': {
        this.#mode = parsed(modeSchema, event.data)?.mode ?? this.#mode;
        return;
      }
      case 'call.queued': {
        const data = parsed(queuedSchema, event.data);
        if (data) this.#open.set(data.callId, { toolName: data.toolName, summary: data.view.summary, asked: false });
        return;
      }
      case 'call.asked': {
        const data = parsed(eventBodySchema('call.asked'), event.data);
        const call = data && this.#open.get(data.ask.callId);
        if (call) call.asked = true;
        if (call && data) Object.assign(call, { suggested: suggestedWidths(data.ask), isFinal: data.ask.risk === 'destructive' });
        const facts = callFactsSchema.safeParse(data?.facts);
        if (call && data && facts.success) call.undecided = { facts: facts.data, mode: this.#mode, ...askedBy(data.ask) };
        return;
      }
      case 'call.finished': {
        const data = parsed(finishedSchema, event.data);
        if (data) this.#cancelled(data.callId, event.at);
        return;
      }
      case 'call.answered': {
        const data = parsed(eventBodySchema('call.answered'), event.data);
        if (data?.by === 'person') this.#answered(data, event);
        return;
      }
      case 'call.changed': {
        const data = parsed(changedSchema, event.data);
        const call = data && this.#open.get(data.callId);
        if (call && data) call.summary = data.view.summary;
        return;
      }
      case 'call.decided': {
        const data = parsed(eventBodySchema('call.decided'), event.data);
        if (data) this.#decided(data, event.at);
      }
    }
  }

  #answered({ callId, answer }: EventBody<'call.answered'>, { at, agentId }: Pick<StoredEvent, 'at' | 'agentId'>): void {
    const call = this.#open.get(callId);
    if (call && answer.type === 'deny') call.answer = { type: 'denied', at, agentId };
    // What can’t be undone is allowed one at a time: no number of answers makes it a habit.
    if (call?.isFinal !== true && call && (answer.type === 'allow_once' || isForSession(answer)))
      call.answer = { type: 'allowed', at, agentId };
    const saved = savedBy(answer, call);
    if (!saved) return;
    const { rules, destination } = saved;
    for (const text of rules) this.#saved.push({ behavior: 'allow', text, destination, sessionId: this.#sessionId, callId, at });
  }

  #awaitsEnd(): boolean {
    return this.#open.values().some(({ undecided }) => undecided !== undefined);
  }

  #cancelled(callId: string, at: number): void {
    const call = this.#open.get(callId);
    if (!call?.undecided) return;
    this.#open.delete(callId);
    const { toolName, summary, undecided } = call;
    this.#calls.push({
      sessionId: this.#sessionId,
      callId,
      at,
      toolName,
      summary,
      ...undecided,
      isDecided: false,
      was: 'ask',
      used: [],
      asked: true,
      personsAnswer: undefined,
    });
  }

  #decided({ callId, decision, facts }: EventBody<'call.decided'>, at: number): void {
    const call = this.#open.get(callId);
    this.#open.delete(callId);
    const known = callFactsSchema.safeParse(facts);
    // From another version, or a call that ended before it was analysed: it can't be decided again.
    if (!known.success) return;
    this.#calls.push({
      sessionId: this.#sessionId,
      callId,
      at,
      toolName: call?.toolName ?? known.data.toolName,
      summary: call?.summary ?? '',
      facts: known.data,
      toolCheck: toolCheckOf(decision.trace.find(({ layer }) => layer === 'tool')),
      hook: hookOf(decision, call?.asked ?? false),
      isDecided: true,
      was: decision.behavior,
      reason: decision.reason,
      used: decision.trace.flatMap(usedRule),
      asked: call?.asked ?? false,
      mode: this.#mode,
      personsAnswer: call?.answer && call.suggested?.length ? { ...call.answer, suggested: call.suggested } : undefined,
    });
  }
}

/** A rule that matched: not one that only might apply, or that a line couldn't be checked against. */
function usedRule({ layer, outcome, rule, maybe }: Decision['trace'][number]): readonly RuleRef[] {
  return rule && outcome !== 'pass' && maybe !== true && layer !== 'safety' ? [rule] : [];
}

/** The rules that the answer saved, and where. Of a line that is allowed unseen, the line itself. */
function savedBy(
  answer: EventBody<'call.answered'>['answer'],
  call: OpenCall | undefined,
): Pick<SavingAnswer, 'rules' | 'destination'> | undefined {
  if (answer.type === 'allow_always') return answer;
  const facts = answer.type === 'allow_unseen' ? call?.undecided?.facts : undefined;
  const text = facts?.shell && unseenRuleText(facts.toolName, facts.shell.line);
  return text === undefined ? undefined : { rules: [text], destination: 'session' };
}

type SavingAnswer = Extract<EventBody<'call.answered'>['answer'], { type: 'allow_always' }>;

/** Allowed until the session ended, so it asks again. */
function isForSession(answer: EventBody<'call.answered'>['answer']): boolean {
  return answer.type === 'allow_always' && answer.destination === 'session';
}

const finishedSchema = z.object({ callId: z.string() });
const modeSchema = z.object({ mode: permissionModeSchema });
const changedSchema = z.object({ callId: z.string(), view: z.object({ summary: z.string() }) });
const queuedSchema = changedSchema.extend({ toolName: z.string() });

/** The result of the tool's own check, which isn't run again. */
function toolCheckOf(entry: { readonly outcome: string; readonly detail: string } | undefined): ToolPermissionResult | undefined {
  if (entry?.outcome === 'allow') return { behavior: 'allow' };
  if (entry?.outcome === 'ask') return { behavior: 'ask', message: entry.detail };
  return entry?.outcome === 'deny' ? { behavior: 'deny', message: entry.detail } : undefined;
}

/** What asked about a call, where rules didn't. */
function askedBy({ reason, message }: Pick<Decision, 'reason' | 'message'>): Pick<PastCall, 'reason' | 'toolCheck' | 'hook'> {
  return {
    reason,
    toolCheck: reason === 'toolCheck' ? { behavior: 'ask', message } : undefined,
    hook: reason === 'hook' ? { behavior: 'ask', reason: message, by: 'hook', suppliesInput: false } : undefined,
  };
}

/** Not of a hook that answered the question, as a person would. */
function hookOf({ trace }: Decision, asked: boolean): HookDecision | undefined {
  const entry = trace.find(({ layer }) => layer === 'hook');
  if (!entry || (asked && (entry.outcome === 'allow' || entry.outcome === 'deny'))) return undefined;
  const behavior = entry.outcome === 'pass' ? 'allow' : entry.outcome;
  return { behavior, reason: entry.detail, by: 'hook', suppliesInput: false };
}

function parsed<T extends z.ZodType>(schema: T, data: unknown): z.output<T> | undefined {
  const result = schema.safeParse(data);
  return result.success ? result.data : undefined;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    // A damaged line is no event.
    return undefined;
  }
}
