import { setImmediate } from 'node:timers/promises';
import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { StoredPermissionUpdate, PermissionUpdate } from '#shared/permission/permission-update.ts';
import type { GivenAnswer } from '#shared/session/ask.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AutoClassifier, EarlyStart } from './classifier/auto-classifier.ts';
import { AutomatedCheck } from './classifier/automated-check.ts';
import type { Judgement } from './classifier/judge.ts';
import { judgedDecision } from './classifier/judged-decision.ts';
import type { PermissionEngine } from './engine.ts';
import { afterAnswer } from './gate/after-answer.ts';
import { AnalysedCall, eventOf, questionOf, sameAsShown, type GateRequest } from './gate/analysed-call.ts';
import { OpenQuestions, type OpenQuestionsOptions } from './gate/open-questions.ts';
import { brokenDecision, denial, dialogEntry, overruled, restless, stopped, unanswerable, type GateVerdict } from './gate/verdicts.ts';
import { inputDigest } from './input-digest.ts';
import { ruleMeets } from './rule-meets.ts';

export interface GateDeps extends OpenQuestionsOptions {
  readonly engine: PermissionEngine;
  /** "Always allow", "add this folder": in force in the permission context when it resolves. */
  readonly changePermissions: (update: StoredPermissionUpdate) => Promise<void>;
  readonly setMode: (mode: PermissionMode) => void;
  /** Answers open questions of auto mode; without it a person does. */
  readonly classifier?: Pick<AutoClassifier, 'judge' | 'begin'>;
}

/** A question may be put again when what it would do changed while it waited; after this often it is refused. */
const MAX_QUESTIONS = 3;

/**
 * Nothing runs past here without a decision made for exactly that input. Rules decide first; what they leave open goes to a
 * person, and after every wait the current rules decide again, so one that was added meanwhile wins (SPEC G1, G5, G8).
 */
export class PermissionGate {
  readonly #deps: GateDeps;
  readonly #questions: OpenQuestions;

  constructor(deps: GateDeps) {
    this.#deps = deps;
    this.#questions = new OpenQuestions(deps);
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

  /**
   * Whether a rule speaks of the call, in any spelling; also when only run time can tell. File patterns are read as in an allow rule. For
   * hooks' conditions.
   */
  mayMeet(rule: string, request: Pick<GateRequest, 'tool' | 'call' | 'context'>): boolean {
    try {
      const { permission } = request.context.getAppState();
      return ruleMeets(rule, this.#deps.engine.analyse(questionOf(request), permission), permission, 'allow') !== 'no';
    } catch {
      return true;
    }
  }

  /** Rules or the mode changed: questions that have an answer by that now are settled. */
  recheckPending(): void {
    this.#questions.recheck();
  }

  async #verdict(request: GateRequest): Promise<{ result: GateVerdict; facts?: CallFacts }> {
    let analysed: AnalysedCall | undefined;
    try {
      for (let questions = 0; ; questions += 1) {
        analysed = await AnalysedCall.of(this.#deps.engine, request);
        const decision = analysed.decide();
        if (decision.behavior !== 'ask') return { result: analysed.verdict(decision), facts: analysed.facts };
        if (questions === 0 && request.editedFrom && isSameQuestion(request.editedFrom, decision))
          return { result: analysed.verdict(overruled(decision, { behavior: 'allow', ...EDITED })), facts: analysed.facts };
        if (questions >= MAX_QUESTIONS) return { result: restless(decision), facts: analysed.facts };
        // The head start was for the question as it was first put.
        const result = await this.#settleOpen(analysed, decision, questions === 0 ? request.early : undefined);
        if (result) return { result, facts: analysed.facts };
      }
    } catch (error) {
      return { result: denial(brokenDecision(error)), ...(analysed && { facts: analysed.facts }) };
    }
  }

  /** An open question: the classifier's where it may answer, a person's or dispatcher's else. `undefined`: look again. */
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

  /** `undefined`: the dialog opens while the check still runs. One that has spoken by now opens none. */
  #wordBeforeDialog(check: AutomatedCheck, { context }: GateRequest): Promise<Judgement | undefined> {
    const waits = this.#deps.handler.checksFirst || mayNotAsk(context) || context.getAppState().permission.awaitAutomatedChecksBeforeDialog;
    return waits ? check.judgement : Promise.race([check.judgement, setImmediate(undefined)]);
  }

  /** The classifier's word counts only if the question is still the same and still its to answer; else `undefined`: look again. */
  async #heed(analysed: AnalysedCall, decision: Decision, judgement: Judgement): Promise<Decision | undefined> {
    const current = (await analysed.again()).decide();
    if (!current.classifierMayAnswer || !sameAsShown(decision, current)) return undefined;
    return judgedDecision(current, judgement);
  }

  async #ask(analysed: AnalysedCall, decision: Decision, check: AutomatedCheck | undefined): Promise<GateVerdict | undefined> {
    const answered = await this.#questions.ask(analysed, decision, check);
    if (!answered) return stopped(decision);
    if (answered.by === 'classifier') return this.#afterClassifier(analysed, decision, check?.said);
    const unsure = check?.said?.verdict === 'unsure' ? check.said : undefined;
    const shown = unsure ? judgedDecision(decision, unsure) : decision;
    return afterAnswer(analysed, shown, answered, (answer) => this.#keep(analysed.request, answer));
  }

  async #afterClassifier(shown: AnalysedCall, decision: Decision, judgement: Judgement | undefined): Promise<GateVerdict | undefined> {
    const judged = judgement && (await this.#heed(shown, decision, judgement));
    if (shown.request.signal.aborted) return stopped(decision);
    return judged && judged.behavior !== 'ask' ? shown.verdict(judged) : undefined;
  }

  /** What an answer does beyond this call. That it can't be kept for later doesn't take the permission for now away. */
  async #keep(request: GateRequest, answer: GivenAnswer): Promise<void> {
    let kept = 0;
    for (const update of updatesOf(answer)) {
      try {
        if (update.type === 'set_mode') this.#deps.setMode(update.mode);
        else await this.#deps.changePermissions(update);
        kept += 1;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        this.#append(request, {
          type: 'notice',
          data: { level: 'warning', text: `Allowed this once; it could not be saved for later: ${why}`, action: 'none' },
        });
      }
    }
    if (kept > 0) this.recheckPending();
  }

  #append(request: GateRequest, event: NewSessionEvent): void {
    this.#deps.append(eventOf(request, event));
  }
}

/** What an answer changes beyond its call. */
function updatesOf(answer: GivenAnswer): readonly PermissionUpdate[] {
  switch (answer.type) {
    case 'allow_always':
      return [{ type: 'add_rules', behavior: 'allow', rules: answer.rules, destination: answer.destination }];
    case 'set_mode':
    case 'add_directories':
      return [answer];
    case 'allow_and_update':
      return answer.updates;
    default:
      return [];
  }
}

const EDITED = {
  reason: 'user',
  message: 'You changed its input and allowed it.',
  entry: dialogEntry('allow', 'You changed its input; that does nothing else than what you were shown.'),
} as const;

/** Whether the question about an edited input is the one that its editor has answered. What can't be seen through is asked anew. */
function isSameQuestion(shown: Decision, now: Decision): boolean {
  return now.reason !== 'notUnderstood' && shown.reason === now.reason && shown.message === now.message && sameAsShown(shown, now);
}

function mayNotAsk(context: ToolUseContext): boolean {
  return context.options.isNonInteractive || context.getAppState().permission.shouldAvoidPermissionPrompts;
}
