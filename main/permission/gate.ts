import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Ask, AskAnswer } from '#shared/session/ask.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import { setImmediate } from 'node:timers/promises';
import { makeAskCard } from './ask-card.ts';
import type { AutoClassifier, EarlyStart } from './classifier/auto-classifier.ts';
import { AutomatedCheck } from './classifier/automated-check.ts';
import type { Judgement } from './classifier/judge.ts';
import { judgedDecision, withClassifierWords } from './classifier/judged-decision.ts';
import type { PermissionCall, PermissionEngine, ToolPermissionResult } from './engine.ts';
import { decideWithHook, type AskHooks, type HookAnswer, type HookWord } from './hook-word.ts';
import { ruleMeets } from './rule-meets.ts';
import {
  brokenDecision,
  denial,
  dialogEntry,
  overruled,
  refused,
  refusedByHook,
  restless,
  stopped,
  unanswerable,
  unfit,
  type GateVerdict,
} from './gate-verdicts.ts';
import type { AskHandler } from './handlers.ts';
import { inputDigest } from './input-digest.ts';
import type { AskOutcome, AskQueue } from './queue.ts';
import { RunPermit } from './run-permit.ts';

export interface GateDeps {
  readonly engine: PermissionEngine;
  readonly queue: AskQueue;
  readonly handler: AskHandler;
  readonly append: (event: NewSessionEvent) => void;
  /** "Always allow": in force in the permission context when it resolves. */
  readonly saveRules: (rules: readonly string[], destination: RuleDestination) => Promise<void>;
  readonly setMode: (mode: PermissionMode) => void;
  /** Answers open questions of auto mode; without it a person does. */
  readonly classifier?: Pick<AutoClassifier, 'judge' | 'begin'>;
  /** Hooks that may answer a question while it waits, for the call it is about. */
  readonly askHooks?: ((request: GateRequest) => AskHooks | undefined) | undefined;
}

export interface GateRequest {
  readonly tool: Tool;
  readonly call: {
    readonly callId: string;
    /** Parsed and completed for observers: what is decided about and shown. */
    readonly input: Readonly<Record<string, unknown>>;
  };
  readonly context: ToolUseContext;
  readonly signal: AbortSignal;
  /** A wait for a person begins or ends. What it returns is awaited: a call gets its place among the running ones back. */
  readonly onWaiting: (waiting: boolean) => void | Promise<void>;
  /** What `begin` gave for this call. */
  readonly early?: EarlyStart | undefined;
  /** What hooks decided about exactly this input. */
  readonly hookWord?: HookWord | undefined;
  /** A person made exactly this input out of the one of this question, which is answered too if the new one is no other. */
  readonly editedFrom?: Decision | undefined;
}

/** A question may be put again when what it would do changed while it waited; after this often it is refused. */
const MAX_QUESTIONS = 3;

interface Analysed {
  readonly request: GateRequest;
  readonly facts: CallFacts;
  readonly toolCheck: ToolPermissionResult;
}

/**
 * Nothing runs past here without a decision made for exactly that input. Rules decide first; what they leave open goes to a
 * person, and after every wait the current rules decide again, so one that was added meanwhile wins (SPEC G1, G5, G8).
 */
export class PermissionGate {
  readonly #deps: GateDeps;
  readonly #waiting = new Map<string, Analysed>();

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  /** Never rejects, except when the log can't be written. */
  async decide(request: GateRequest): Promise<GateVerdict> {
    const verdict = await this.#verdict(request).finally(() => request.early?.cancel());
    const { callId } = request.call;
    const { result } = verdict;
    if (result.behavior === 'edited') return result;
    const input = (result.behavior === 'allow' ? result.answered?.observed : undefined) ?? request.call.input;
    this.#append(request, {
      type: 'call.decided',
      data: {
        callId,
        decision: result.decision,
        inputDigest: inputDigest(request.tool.name, input),
        ...(verdict.facts && { facts: verdict.facts }),
      },
    });
    return result;
  }

  /**
   * Begins what the classifier will be asked if nothing else decides (SPEC P). `undefined` where it wouldn't be asked. The caller
   * cancels it in the end, used or not.
   */
  begin(request: Omit<GateRequest, 'onWaiting' | 'early'>): EarlyStart | undefined {
    const { classifier } = this.#deps;
    if (!classifier || request.context.getAppState().permission.mode !== 'auto') return undefined;
    try {
      const { permission } = request.context.getAppState();
      const decision = this.#deps.engine.decide(this.#deps.engine.analyse(questionOf(request), permission), permission);
      return decision.classifierMayAnswer ? classifier.begin(request, decision) : undefined;
    } catch {
      // Only a head start: the decision itself will say what is wrong.
      return undefined;
    }
  }

  /** Whether a rule speaks of the call, in any spelling and at any depth; also when only run time can tell. For hooks' conditions. */
  mayMeet(rule: string, request: Pick<GateRequest, 'tool' | 'call' | 'context'>): boolean {
    try {
      const { permission } = request.context.getAppState();
      return ruleMeets(rule, this.#deps.engine.analyse(questionOf(request), permission), permission) !== 'no';
    } catch {
      return true;
    }
  }

  /** Rules or the mode changed: questions that have an answer by that now are settled. */
  recheckPending(): void {
    for (const [askId, analysed] of this.#waiting) {
      const decision = this.#redecide(analysed);
      if (decision.behavior !== 'ask') this.#deps.queue.remove(askId, decision.message, 'rules');
    }
  }

  async #verdict(request: GateRequest): Promise<{ result: GateVerdict; facts?: CallFacts }> {
    let analysed: Analysed | undefined;
    try {
      for (let questions = 0; ; questions += 1) {
        analysed = await this.#analyse(request);
        const decision = this.#redecide(analysed);
        if (decision.behavior !== 'ask') return { result: settled(decision, analysed), facts: analysed.facts };
        if (questions === 0 && request.editedFrom && isSameQuestion(request.editedFrom, decision))
          return { result: settled(overruled(decision, { behavior: 'allow', ...EDITED }), analysed), facts: analysed.facts };
        if (questions >= MAX_QUESTIONS) return { result: restless(decision), facts: analysed.facts };
        // The head start was for the question as it was first put.
        const result = await this.#settleOpen(analysed, decision, questions === 0 ? request.early : undefined);
        if (result) return { result, facts: analysed.facts };
      }
    } catch (error) {
      return { result: denial(brokenDecision(error)), ...(analysed && { facts: analysed.facts }) };
    }
  }

  async #analyse(request: GateRequest): Promise<Analysed> {
    const toolCheck = await checkOfTool(request);
    return { request, toolCheck, facts: this.#deps.engine.analyse(questionOf(request), request.context.getAppState().permission) };
  }

  #redecide({ request, facts, toolCheck }: Analysed): Decision {
    try {
      return decideWithHook(this.#deps.engine, facts, request.context.getAppState().permission, toolCheck, request.hookWord);
    } catch (error) {
      return brokenDecision(error);
    }
  }

  /** An open question: the classifier's where it may answer, a person's or dispatcher's else. `undefined`: look again. */
  async #settleOpen(analysed: Analysed, decision: Decision, early: EarlyStart | undefined): Promise<GateVerdict | undefined> {
    const { request } = analysed;
    const { classifier } = this.#deps;
    const check = classifier && decision.classifierMayAnswer ? new AutomatedCheck(classifier, request, decision, early) : undefined;
    try {
      const judgement = check && (await this.#wordBeforeDialog(check, request));
      if (check && request.signal.aborted) return stopped(decision);
      const judged = judgement ? await this.#heed(analysed, decision, judgement) : decision;
      if (judgement && request.signal.aborted) return stopped(decision);
      if (judged === undefined) return undefined;
      if (judged.behavior !== 'ask') return settled(judged, analysed);
      if (mayNotAsk(request.context)) return unanswerable(judged);
      return await this.#ask(analysed, judged, judgement ? undefined : check);
    } finally {
      check?.cancel();
    }
  }

  /** `undefined`: the dialog opens while the check still runs. One that has spoken by now opens none. */
  #wordBeforeDialog(check: AutomatedCheck, { context }: GateRequest): Promise<Judgement | undefined> {
    const waits = this.#deps.handler.checksFirst || mayNotAsk(context) || context.getAppState().permission.awaitAutomatedChecksBeforeDialog;
    return waits ? check.judgement : Promise.race([check.judgement, setImmediate(undefined)]);
  }

  /** The classifier's word counts only if the question is still the same and still its to answer; else `undefined`: look again. */
  async #heed({ request }: Analysed, decision: Decision, judgement: Judgement): Promise<Decision | undefined> {
    const current = this.#redecide(await this.#analyse(request));
    if (!current.classifierMayAnswer || !sameAsShown(decision, current)) return undefined;
    return judgedDecision(current, judgement);
  }

  /** `undefined`: what the call would do is not what was shown any more, so the answer doesn't count. */
  async #ask(analysed: Analysed, decision: Decision, check: AutomatedCheck | undefined): Promise<GateVerdict | undefined> {
    const { request } = analysed;
    const { tool, call, context, signal, onWaiting } = request;
    const ask = await makeAskCard({
      tool,
      callId: call.callId,
      input: call.input,
      context,
      decision,
      edited: request.editedFrom !== undefined,
    });
    if (signal.aborted) return stopped(decision);
    this.#append(request, { type: 'call.asked', data: { ask } });
    void onWaiting(true);
    this.#waiting.set(ask.askId, analysed);
    let outcome: AskOutcome;
    const hooks = new AbortController();
    let byHook: HookAnswer | undefined;
    try {
      const answer = this.#deps.handler.ask(ask, {
        signal,
        onSettled: (settledAs) => this.#recordAnswer(request, ask, settledAs),
        asked: { input: call.input, refusal: (input) => whyNotWith(tool, input, context) },
      });
      // The rules may have changed while the card was made.
      this.recheckPending();
      if (check) void check.judgement.then((judgement) => this.#claimForClassifier(ask, analysed, judgement));
      void this.#askHooks(request, ask, AbortSignal.any([signal, hooks.signal]), (said) => {
        byHook = said;
      });
      outcome = await answer;
    } finally {
      check?.cancel();
      hooks.abort();
      this.#waiting.delete(ask.askId);
      await onWaiting(false);
    }
    if (outcome.by === 'classifier') return this.#afterClassifier(analysed, decision, check?.said);
    const unsure = check?.said?.verdict === 'unsure' ? check.said : undefined;
    return this.#afterAnswer(analysed, unsure ? judgedDecision(decision, unsure) : decision, outcome, byHook);
  }

  /** Hooks may answer while the question waits; the first answer counts, whoever gives it (SPEC G8). Never rejects. */
  async #askHooks(request: GateRequest, ask: Ask, signal: AbortSignal, onAnswer: (answer: HookAnswer) => void): Promise<void> {
    try {
      const said = await this.#deps.askHooks?.(request)?.(ask, signal);
      if (!said || signal.aborted || !mayAnswer(said, request.tool)) return;
      onAnswer(said);
      const answer: AskAnswer =
        said.behavior === 'allow' ? (said.answer ?? { type: 'allow_once' }) : { type: 'deny', message: said.message };
      this.#deps.queue.answer(ask.askId, ask.digest, answer, 'hook');
    } catch {
      // A hook that breaks has answered nothing; the question still waits.
    }
  }

  /** Takes the question off the table when the classifier knows an answer before anyone else gave one. */
  #claimForClassifier(ask: Ask, analysed: Analysed, { verdict, reason }: Judgement): void {
    if (verdict === 'unsure' || !this.#redecide(analysed).classifierMayAnswer) return;
    this.#deps.queue.remove(ask.askId, `The classifier ${verdict === 'allow' ? 'allowed' : 'blocked'} it: ${reason}`, 'classifier');
  }

  async #afterClassifier(shown: Analysed, decision: Decision, judgement: Judgement | undefined): Promise<GateVerdict | undefined> {
    const judged = judgement && (await this.#heed(shown, decision, judgement));
    if (shown.request.signal.aborted) return stopped(decision);
    return judged && judged.behavior !== 'ask' ? settled(judged, shown) : undefined;
  }

  #recordAnswer(request: GateRequest, ask: Ask, { answer, by }: AskOutcome): void {
    this.#append(request, { type: 'call.answered', data: { askId: ask.askId, callId: ask.callId, answer, by } });
  }

  async #afterAnswer(
    shown: Analysed,
    decision: Decision,
    { answer, by }: AskOutcome,
    byHook: HookAnswer | undefined,
  ): Promise<GateVerdict | undefined> {
    if (answer.type === 'withdrawn') return by === 'rules' ? undefined : stopped(decision);
    if (answer.type === 'deny') {
      if (by === 'hook' && byHook?.behavior === 'deny') return refusedByHook(decision, byHook);
      return refused(decision, answer.message, by === 'dispatcher' ? by : 'person');
    }
    if (isFilledIn(answer) || (by !== 'hook' && shown.request.tool.answered)) return this.#afterFilledIn(shown, decision, answer);
    const said = by === 'person' && (answer.type === 'allow_once' || answer.type === 'allow_edited') ? (answer.message?.trim() ?? '') : '';
    const comment = said === '' ? {} : { comment: said };
    if (answer.type === 'allow_edited' && isOther(answer.input, shown.request)) {
      if (shown.request.signal.aborted) return stopped(decision);
      return { behavior: 'edited', input: answer.input, decision, ...comment };
    }
    await this.#applyAnswer(shown.request, answer);
    if (shown.request.signal.aborted) return stopped(decision);
    // The world may have moved while the question waited: look again, and let the current rules speak.
    const now = await this.#analyse(shown.request);
    const current = this.#redecide(now);
    if (current.behavior !== 'ask') return { ...settled(current, now), ...comment };
    if (!sameAsShown(decision, current)) return undefined;
    const allowed = overruled(withClassifierWords(current, decision), { behavior: 'allow', ...allowedBy(by, answer, byHook) });
    const verdict: GateVerdict = { ...settled(allowed, now), ...comment };
    const updatedInput = byHook?.behavior === 'allow' && by === 'hook' ? byHook.updatedInput : undefined;
    return updatedInput && byHook && verdict.behavior === 'allow' ? { ...verdict, updatedInput, changedBy: byHook.by } : verdict;
  }

  /** The answer goes into the call's input, and what comes of that is checked and decided like what the model sent (SPEC P1). */
  async #afterFilledIn(shown: Analysed, decision: Decision, answer: AskAnswer): Promise<GateVerdict | undefined> {
    const { request } = shown;
    const { tool, call, context, signal } = request;
    const filled = tool.answered?.(structuredClone(call.input), answer);
    const parsed = filled && parseToolInput(tool, filled);
    if (!parsed?.ok) return unfit(decision);
    const observed = tool.backfillObservableInput(structuredClone(parsed.input), context);
    const now = await this.#analyse({ ...request, call: { ...call, input: observed } });
    if (signal.aborted) return stopped(decision);
    const current = this.#redecide(now);
    if (current.behavior === 'deny') return denial(current);
    if (!sameAsShown(decision, current)) return undefined;
    const allowed = overruled(current, {
      behavior: 'allow',
      reason: 'user',
      message: 'You answered it.',
      entry: dialogEntry('allow', 'You answered it.'),
    });
    const verdict = settled(allowed, now);
    return verdict.behavior === 'allow' ? { ...verdict, answered: { input: parsed.input, observed } } : verdict;
  }

  /** What an answer does beyond this call. That it can't be kept for later doesn't take the permission for now away. */
  async #applyAnswer(request: GateRequest, answer: AskAnswer): Promise<void> {
    try {
      if (answer.type === 'allow_always') await this.#deps.saveRules(answer.rules, answer.destination);
      else if (answer.type === 'set_mode') this.#deps.setMode(answer.mode);
      else return;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#append(request, {
        type: 'notice',
        data: { level: 'warning', text: `Allowed this once; it could not be saved for later: ${why}`, action: 'none' },
      });
      return;
    }
    this.recheckPending();
  }

  #append({ context }: GateRequest, event: NewSessionEvent): void {
    const { agentId } = context.agent;
    this.#deps.append(agentId === undefined ? event : { ...event, agentId });
  }
}

type FilledIn = Extract<AskAnswer, { type: 'answer_questions' | 'accept_plan' }>;

/** An answer that means something only to the tool that asked for it. */
function isFilledIn(answer: AskAnswer): answer is FilledIn {
  return answer.type === 'answer_questions' || answer.type === 'accept_plan';
}

const ANSWERS = {
  allow_once: 'You allowed it once.',
  allow_edited: 'You allowed it as it was.',
  allow_always: 'You allowed it and saved a rule.',
  set_mode: 'You allowed it and changed the mode.',
} as const;

const EDITED = {
  reason: 'user',
  message: 'You changed its input and allowed it.',
  entry: dialogEntry('allow', 'You changed its input; that does nothing else than what you were shown.'),
} as const;

/** Whether the question about an edited input is the one that its editor has answered. What can't be seen through is asked anew. */
function isSameQuestion(shown: Decision, now: Decision): boolean {
  return now.reason !== 'notUnderstood' && shown.reason === now.reason && shown.message === now.message && sameAsShown(shown, now);
}

function isOther(input: Readonly<Record<string, unknown>>, { tool, call }: GateRequest): boolean {
  return inputDigest(tool.name, input) !== inputDigest(tool.name, call.input);
}

async function whyNotWith(tool: Tool, input: Readonly<Record<string, unknown>>, context: ToolUseContext): Promise<string | undefined> {
  const parsed = parseToolInput(tool, structuredClone(input));
  if (!parsed.ok) return parsed.message;
  const valid = await tool.validateInput?.(parsed.input, context);
  return valid && !valid.ok ? valid.message : undefined;
}

/** Who said yes in the dialog, in words. */
function allowedBy(
  by: AskOutcome['by'],
  answer: Exclude<AskAnswer, FilledIn | { type: 'deny' }>,
  byHook: HookAnswer | undefined,
): { readonly reason: Decision['reason']; readonly message: string; readonly entry: TraceEntry } {
  if (by === 'dispatcher')
    return {
      reason: 'dispatcher',
      message: 'The dispatching agent allowed it.',
      entry: dialogEntry('allow', 'The dispatching agent allowed it once.'),
    };
  if (by === 'hook') {
    const detail = `The hook ${byHook?.by ?? ''} allowed it in your place.`;
    return { reason: 'hook', message: detail, entry: { layer: 'hook', outcome: 'allow', detail } };
  }
  return { reason: 'user', message: 'You allowed it.', entry: dialogEntry('allow', ANSWERS[answer.type]) };
}

/**
 * A tool that needs a person hears a hook's yes only when that gave the input a person would have; one from outside never, nor one
 * that a person has yet to see.
 */
function mayAnswer(answer: HookAnswer, tool: Tool): boolean {
  if (answer.behavior === 'deny') return true;
  if (tool.mcpInfo?.suspended !== undefined) return false;
  if (!tool.requiresUserInteraction()) return true;
  return answer.updatedInput !== undefined && !tool.isMcp;
}

function questionOf({ tool, call, context }: Pick<GateRequest, 'tool' | 'call' | 'context'>): PermissionCall {
  const { mcpInfo } = tool;
  return {
    toolName: tool.name,
    input: call.input,
    cwd: context.cwd,
    requiresUserInteraction: tool.requiresUserInteraction(),
    ...(mcpInfo && { mcp: mcpInfo }),
  };
}

async function checkOfTool({ tool, call, context }: GateRequest): Promise<ToolPermissionResult> {
  try {
    // A copy: what is decided about must not change under the decision.
    return await tool.checkPermissions(structuredClone(call.input), context);
  } catch (error) {
    return {
      behavior: 'ask',
      message: `${tool.name} could not check this call itself: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function mayNotAsk(context: ToolUseContext): boolean {
  return context.options.isNonInteractive || context.getAppState().permission.shouldAvoidPermissionPrompts;
}

function settled(decision: Decision, { request, toolCheck, facts }: Analysed): GateVerdict {
  if (decision.behavior !== 'allow') return denial(decision);
  const updatedInput = toolCheck.behavior === 'allow' ? toolCheck.updatedInput : undefined;
  return {
    behavior: 'allow',
    decision,
    permit: RunPermit.of(decision, request.tool.name, request.call.input, facts.paths),
    ...(updatedInput && { updatedInput }),
  };
}

/** Whether the person would be shown the same again: then their answer still holds. */
function sameAsShown(shown: Decision, now: Decision): boolean {
  const essence = ({ parts, effects, risk }: Decision) => JSON.stringify([parts.map(({ text }) => text), effects, risk]);
  return essence(shown) === essence(now);
}
