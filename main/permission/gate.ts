import { setImmediate } from 'node:timers/promises';
import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { isGrave } from '#shared/permission/risks.ts';
import type { StoredPermissionUpdate } from '#shared/permission/permission-update.ts';
import type { GivenAnswer } from '#shared/session/ask.ts';
import { CHANGED_SINCE_ASKED } from '#shared/session/asked-again.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { AutoClassifier, EarlyStart } from './classifier/auto-classifier.ts';
import { AutomatedCheck } from './classifier/automated-check.ts';
import type { Judgement } from './classifier/judge.ts';
import { judgedDecision } from './classifier/judged-decision.ts';
import type { PermissionEngine } from './permission-engine.ts';
import { afterAnswer } from './gate/after-answer.ts';
import { AnalysedCall, eventOf, questionOf, sameAsShown, type GateRequest } from './gate/analysed-call.ts';
import { type AheadQuestion, denialOf, stillCounts } from './gate/ahead-question.ts';
import { updatesOf } from './gate/answer-updates.ts';
import { OpenQuestions, type OpenQuestionsOptions } from './gate/open-questions.ts';
import { allowedEdited, brokenDecision, denial, refused, restless, stopped, unanswerable, type GateVerdict } from './gate/verdicts.ts';
import { inputDigest } from './run-permit.ts';
import { contentFor } from './gate/content-for.ts';
import { ruleMeets } from './rule-meets.ts';

export interface GateDeps extends OpenQuestionsOptions {
  readonly engine: PermissionEngine;
  /** Applies "always allow" or "add this folder"; the change is in the permission context when it resolves. */
  readonly changePermissions: (update: StoredPermissionUpdate) => Promise<void>;
  readonly setMode: (mode: PermissionMode) => void;
  /** An answer changed rules, folders or the mode: settles what the other agents of the session ask, too. */
  readonly permissionsChanged?: () => void;
  /** Answers open questions in auto mode; without it a person does. */
  readonly classifier?: Pick<AutoClassifier, 'judge' | 'begin'>;
}

/** A question is asked again when its effects changed while it waited; after this many times the call is denied. */
const MAX_QUESTIONS = 3;

/**
 * Every call passes here: nothing runs without a decision for exactly its input. Rules decide first; a person answers what they leave open,
 * and after every wait the current rules decide again, so a rule added meanwhile wins (SPEC G1, G5, G8).
 */
export class PermissionGate {
  readonly #deps: GateDeps;
  readonly #questions: OpenQuestions;

  constructor(deps: GateDeps) {
    this.#deps = deps;
    this.#questions = new OpenQuestions(deps);
  }

  /** Never rejects, except when the log can't be written. `ahead`: the question that was put before the call's turn. */
  async decide(request: GateRequest, ahead?: AheadQuestion): Promise<GateVerdict> {
    const verdict = await this.#verdict(request, ahead).finally(() => request.early?.cancel());
    const { result, facts } = verdict;
    if (result.behavior !== 'edited') this.#record(request, result, facts);
    return result;
  }

  /**
   * Asks about a call whose turn hasn't come, so that a person sees everything an answer needs at once. Decides nothing: at its turn the
   * call is analysed and decided anew, and the answer counts if that would show the same. `undefined`: nothing is asked before its turn.
   */
  async askAhead(request: GateRequest, wanted: () => boolean): Promise<AheadQuestion | undefined> {
    const { handler, classifier, queue } = this.#deps;
    if (!mayAskAhead(request) || handler.screen || this.#questions.hasHooksFor(request)) return undefined;
    const analysed = await AnalysedCall.of(this.#deps.engine, request);
    const decision = analysed.decide();
    // The classifier judges with the results of the calls before it.
    if (decision.behavior !== 'ask' || (classifier && decision.classifierMayAnswer) || !wanted()) return undefined;
    const question = await this.#questions.open(analysed, decision, { wanted });
    if (!question) return undefined;
    const kept = question.answered.then(({ answer }) => (answer.type === 'withdrawn' ? undefined : this.#keep(analysed, decision, answer)));
    // Awaited where the answer is used.
    kept.catch(() => undefined);
    return { analysed, decision, question, kept, withdraw: (why) => void queue.remove(question.ask.askId, why, 'rules') };
  }

  /** The denial of a call whose turn hasn't come. @throws Error when the log can't be written, or nobody denied it. */
  denyAhead(ahead: AheadQuestion): Extract<GateVerdict, { behavior: 'deny' }> {
    const denied = denialOf(ahead);
    if (!denied) throw new Error('This call was not denied.');
    const result = refused(ahead.decision, denied.answer, denied.by);
    this.#record(ahead.analysed.request, result, ahead.analysed.facts);
    return result;
  }

  /**
   * Starts the classifier request early, for the case that nothing else decides (SPEC P). `undefined` where the classifier wouldn't be
   * asked. The caller must cancel it in the end, used or not.
   */
  begin(request: Omit<GateRequest, 'onWaiting' | 'early'>): EarlyStart | undefined {
    const { classifier } = this.#deps;
    if (!classifier || request.context.getAppState().permission.mode !== 'auto') return undefined;
    try {
      const { permission } = request.context.getAppState();
      const decision = this.#deps.engine.decide(this.#deps.engine.analyse(questionOf(request), permission), permission);
      return decision.classifierMayAnswer ? classifier.begin(request, decision) : undefined;
    } catch {
      // An early start is optional: the decision itself will report the error.
      return undefined;
    }
  }

  /**
   * Whether a rule may match the call in any spelling, including cases only run time can settle. File patterns are read as in an allow
   * rule. Used for conditions of hooks.
   */
  mayMeet(rule: string, request: Pick<GateRequest, 'tool' | 'call' | 'context'>): boolean {
    try {
      const content = contentFor(request.tool, rule);
      if (content !== undefined && request.tool.preparePermissionMatcher)
        return request.tool.preparePermissionMatcher(structuredClone(request.call.input))(content);
      const { permission } = request.context.getAppState();
      return ruleMeets(rule, this.#deps.engine.analyse(questionOf(request), permission), permission, 'allow') !== 'no';
    } catch {
      // Unsure: the hook runs.
      return true;
    }
  }

  /** Whether a call that a tool would make itself needs no question. */
  allows(toolName: string, input: Readonly<Record<string, unknown>>, context: ToolUseContext): boolean {
    try {
      const { permission } = context.getAppState();
      const facts = this.#deps.engine.analyse({ toolName, input, cwd: context.cwd }, permission);
      return this.#deps.engine.decide(facts, permission).behavior === 'allow';
    } catch {
      // Unsure means no.
      return false;
    }
  }

  /** Rules or the mode changed: settles the questions that they now answer. */
  recheckPending(): void {
    this.#questions.recheck();
  }

  #record(request: GateRequest, result: Exclude<GateVerdict, { behavior: 'edited' }>, facts: CallFacts | undefined): void {
    const input = (result.behavior === 'allow' ? result.answered?.observed : undefined) ?? request.call.input;
    this.#append(request, {
      type: 'call.decided',
      data: {
        callId: request.call.callId,
        decision: result.decision,
        inputDigest: inputDigest(request.tool.name, input),
        ...(facts && { facts }),
      },
    });
  }

  async #verdict(request: GateRequest, before?: AheadQuestion): Promise<{ result: GateVerdict; facts?: CallFacts }> {
    let analysed: AnalysedCall | undefined;
    let ahead = before;
    let answered: Decision | undefined;
    try {
      for (let questions = 0; ; questions += 1) {
        analysed = await AnalysedCall.of(this.#deps.engine, request);
        let decision = analysed.decide();
        const open = ahead && (await this.#stillOpen(ahead, analysed, decision));
        const denied = ahead && denialOf(ahead);
        if (denied) return { result: refused(decision, denied.answer, denied.by), facts: analysed.facts };
        if ((ahead && !open) || (answered && !sameAsShown(answered, decision))) {
          analysed = await analysed.again({ ...request, askedAgainBecause: CHANGED_SINCE_ASKED });
          decision = analysed.decide();
        }
        ahead = undefined;
        const shown = open && decision.behavior === 'allow' ? open.decision : decision;
        const isFirst = questions === 0;
        if (isFirst && request.editedFrom && isAnswerOf(request.editedFrom, shown))
          return { result: analysed.verdict(allowedEdited(shown)), facts: analysed.facts };
        if (shown.behavior !== 'ask') return { result: analysed.verdict(decision), facts: analysed.facts };
        if (questions >= MAX_QUESTIONS) return { result: restless(shown), facts: analysed.facts };
        // The early request was for the question as first asked.
        const result = open
          ? await this.#ask(analysed, shown, undefined, open)
          : await this.#settleOpen(analysed, shown, isFirst ? request.early : undefined);
        if (result) return { result, facts: analysed.facts };
        answered = shown;
      }
    } catch (error) {
      return { result: denial(brokenDecision(error)), ...(analysed && { facts: analysed.facts }) };
    }
  }

  /** The question as put before the call's turn, if it counts; otherwise withdraws it. */
  async #stillOpen(ahead: AheadQuestion, analysed: AnalysedCall, decision: Decision): Promise<AheadQuestion | undefined> {
    const asksClassifier = this.#deps.classifier !== undefined && decision.classifierMayAnswer === true;
    if (await stillCounts(ahead, analysed, decision, asksClassifier)) return ahead;
    ahead.withdraw(decision.behavior === 'ask' ? CHANGED_SINCE_ASKED : decision.message);
    return undefined;
  }

  /** Gets an open question answered: by the classifier where it may, otherwise by a person or dispatcher. `undefined`: decide again. */
  async #settleOpen(analysed: AnalysedCall, decision: Decision, early: EarlyStart | undefined): Promise<GateVerdict | undefined> {
    const { request } = analysed;
    const { classifier } = this.#deps;
    const check = classifier && decision.classifierMayAnswer ? new AutomatedCheck(classifier, request, decision, early) : undefined;
    try {
      const judgement = check && (await this.#wordBeforeDialog(check, request));
      if (check && request.signal.aborted) return stopped(decision);
      const judged = judgement ? await this.#heed(analysed, decision, judgement) : decision;
      if (judgement && request.signal.aborted) return stopped(decision);
      if (judged === undefined) return undefined;
      if (judged.behavior !== 'ask') return analysed.verdict(judged);
      if (mayNotAsk(request.context)) return unanswerable(judged);
      return await this.#ask(analysed, judged, judgement ? undefined : check);
    } finally {
      check?.cancel();
    }
  }

  /** `undefined`: open the dialog while the check still runs. If the check has finished, its judgement is returned instead. */
  #wordBeforeDialog(check: AutomatedCheck, { context }: GateRequest): Promise<Judgement | undefined> {
    const waits = this.#deps.handler.checksFirst || mayNotAsk(context) || context.getAppState().permission.awaitAutomatedChecksBeforeDialog;
    return waits ? check.judgement : Promise.race([check.judgement, setImmediate(undefined)]);
  }

  /** The judgement counts only if the question is unchanged and still one the classifier may answer; otherwise `undefined`: decide again. */
  async #heed(analysed: AnalysedCall, decision: Decision, judgement: Judgement): Promise<Decision | undefined> {
    const current = (await analysed.again()).decide();
    if (!current.classifierMayAnswer || !sameAsShown(decision, current)) return undefined;
    return judgedDecision(current, judgement);
  }

  async #ask(
    analysed: AnalysedCall,
    decision: Decision,
    check: AutomatedCheck | undefined,
    ahead?: AheadQuestion,
  ): Promise<GateVerdict | undefined> {
    const answered = await this.#questions.ask(analysed, decision, check, ahead?.question);
    if (!answered) return stopped(decision);
    if (answered.by === 'classifier') return this.#afterClassifier(analysed, decision, check?.said);
    const unsure = check?.said?.verdict === 'unsure' ? check.said : undefined;
    const shown = unsure ? judgedDecision(decision, unsure) : decision;
    return afterAnswer(analysed, shown, answered, (answer) => ahead?.kept ?? this.#keep(analysed, decision, answer));
  }

  async #afterClassifier(shown: AnalysedCall, decision: Decision, judgement: Judgement | undefined): Promise<GateVerdict | undefined> {
    const judged = judgement && (await this.#heed(shown, decision, judgement));
    if (shown.request.signal.aborted) return stopped(decision);
    return judged && judged.behavior !== 'ask' ? shown.verdict(judged) : undefined;
  }

  /** Applies what an answer changes beyond this call. A failure to save it doesn't revoke the permission for this call. */
  async #keep({ request, facts }: AnalysedCall, { mayAllowUnseen }: Decision, answer: GivenAnswer): Promise<void> {
    let kept = 0;
    for (const update of updatesOf(answer, facts, mayAllowUnseen === true)) {
      try {
        if (update.type === 'set_mode') this.#deps.setMode(update.mode);
        else await this.#deps.changePermissions(update);
        kept += 1;
      } catch (error) {
        const why = errorMessage(error);
        this.#append(request, {
          type: 'notice',
          data: { level: 'warning', text: `Allowed once, but not saved for later: ${why}`, action: 'none' },
        });
      }
    }
    if (kept === 0) return;
    this.recheckPending();
    this.#deps.permissionsChanged?.();
  }

  #append(request: GateRequest, event: NewSessionEvent): void {
    this.#deps.append(eventOf(request, event));
  }
}

/**
 * Whether who edited an input has allowed it: nothing is left to ask, or it is the question they answered. A call that can't be analysed is
 * asked again, and so is one that destroys something or shows secrets: its card takes more than a press.
 */
function isAnswerOf(shown: Decision, now: Decision): boolean {
  if (now.behavior !== 'ask') return now.behavior === 'allow';
  return (
    !isGrave(now.risk) &&
    now.reason !== 'notUnderstood' &&
    shown.reason === now.reason &&
    shown.message === now.message &&
    sameAsShown(shown, now)
  );
}

/** Forms ask for what the agent knows only after its earlier calls. */
function mayAskAhead({ tool, context }: GateRequest): boolean {
  return !mayNotAsk(context) && !tool.requiresUserInteraction() && !tool.answered;
}

function mayNotAsk(context: ToolUseContext): boolean {
  return context.options.isNonInteractive || context.getAppState().permission.shouldAvoidPermissionPrompts;
}
