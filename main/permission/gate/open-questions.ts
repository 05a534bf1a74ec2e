import type { Decision } from '#shared/permission/decision.ts';
import { isGrave } from '#shared/permission/risks.ts';
import type { Ask, GivenAnswer } from '#shared/session/ask.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { presentCall } from '#main/tool/present-call.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import { makeAskCard } from '../ask-card.ts';
import type { AutomatedCheck } from '../classifier/automated-check.ts';
import type { Judgement } from '../classifier/judge.ts';
import type { AskHandler } from '../handlers.ts';
import type { AskHooks, HookAnswer } from '../hook-decision.ts';
import type { AskOutcome, AskQueue } from '../queue.ts';
import { eventOf, isOther, type AnalysedCall, type GateRequest } from './analysed-call.ts';
import type { LossOf } from './named-targets.ts';
import { withLoss } from './with-loss.ts';

export interface OpenQuestionsOptions {
  readonly queue: AskQueue;
  readonly handler: AskHandler;
  readonly append: (event: NewSessionEvent) => void;
  /** Hooks that may answer a question about this call while it waits. */
  readonly askHooks?: ((request: GateRequest) => AskHooks | undefined) | undefined;
  /** Without it, nothing is known of what a checkpoint covers. */
  readonly lossOf?: LossOf | undefined;
}

export type Answered = AskOutcome & {
  /** The hook's answer, if one answered. */
  readonly byHook: HookAnswer | undefined;
};

/** A question that was put, and its answer. */
export interface OpenQuestion {
  readonly ask: Ask;
  /** Rejects when the answer couldn't be logged. */
  readonly answered: Promise<Answered>;
  /** The answer, once there is one. */
  readonly given: Answered | undefined;
}

/** The questions waiting for an answer. The first answer counts: a person or dispatcher, a hook, the classifier, or a new rule (SPEC G8). */
export class OpenQuestions {
  readonly #options: OpenQuestionsOptions;
  readonly #waiting = new Map<string, { readonly ask: Ask; readonly analysed: AnalysedCall }>();

  constructor(options: OpenQuestionsOptions) {
    this.#options = options;
  }

  /** Whether a hook may answer a question about this call. */
  hasHooksFor(request: GateRequest): boolean {
    return this.#options.askHooks?.(request) !== undefined;
  }

  /** Rules or the mode changed: settles the questions that they now answer, except grave ones that they allow. */
  recheck(): void {
    for (const [askId, { ask, analysed }] of this.#waiting) {
      const decision = analysed.decide();
      if (decision.behavior === 'ask' || staysWithPerson(ask, decision)) continue;
      this.#options.queue.remove(askId, decision.message, 'rules');
    }
  }

  /**
   * Resolves when the question is settled; to `undefined` when the call was aborted before it could be asked. `open`: the question, if it
   * was put before the call's turn.
   */
  async ask(
    analysed: AnalysedCall,
    decision: Decision,
    check: AutomatedCheck | undefined,
    open?: OpenQuestion,
  ): Promise<Answered | undefined> {
    const { onWaiting } = analysed.request;
    const question = open ?? (await this.open(analysed, decision, { check }));
    if (!question || question.given) return question?.given;
    void onWaiting(true);
    try {
      return await question.answered;
    } finally {
      await onWaiting(false);
    }
  }

  /** Puts the question. `undefined` when the call was aborted before, or the question isn't wanted any more when its card is ready. */
  async open(
    analysed: AnalysedCall,
    decision: Decision,
    { check, wanted = () => true }: { readonly check?: AutomatedCheck | undefined; readonly wanted?: () => boolean } = {},
  ): Promise<OpenQuestion | undefined> {
    const { request } = analysed;
    const ask = await withLoss(analysed, await cardOf(request, decision), this.#options.lossOf);
    if (request.signal.aborted) return undefined;
    const refusal = await this.#refusalOf(request, ask);
    if (request.signal.aborted || !wanted()) return undefined;
    if (refusal !== undefined)
      return settledQuestion(ask, { answer: { type: 'deny', message: refusal }, by: 'dispatcher', byHook: undefined });
    this.#options.append(eventOf(request, { type: 'call.asked', data: { ask, facts: analysed.facts } }));
    return this.#put(analysed, ask, check);
  }

  #put(analysed: AnalysedCall, ask: Ask, check: AutomatedCheck | undefined): OpenQuestion {
    const { request } = analysed;
    const { tool, call, context, signal } = request;
    this.#waiting.set(ask.askId, { ask, analysed });
    const hooks = new AbortController();
    let byHook: HookAnswer | undefined;
    let given: Answered | undefined;
    const settled = this.#options.handler.ask(ask, {
      signal,
      stoppedBecause: request.stoppedBecause,
      onSettled: (settledAs) => {
        this.#recordAnswer(request, ask, settledAs);
        given = { ...settledAs, byHook };
      },
      asked: { input: call.input, refusal: (input) => whyNotWith(tool, input, context) },
    });
    // The rules may have changed while the card was made.
    this.recheck();
    if (check) void check.judgement.then((judgement) => this.#onClassifier(ask, analysed, judgement));
    void this.#askHooks(request, ask, AbortSignal.any([signal, hooks.signal]), (answer) => {
      byHook = answer;
    });
    const answered = settled
      .then((outcome): Answered => ({ ...outcome, byHook }))
      .finally(() => {
        check?.cancel();
        hooks.abort();
        this.#waiting.delete(ask.askId);
      });
    // Callers that await it get the error. There may be none yet, which would count as an unhandled rejection.
    answered.catch(() => undefined);
    return {
      ask,
      answered,
      get given() {
        return given;
      },
    };
  }

  /** Why the dispatcher refuses the call before anyone is asked. What a person has edited is theirs. */
  #refusalOf({ call, signal, editedFrom }: GateRequest, ask: Ask): Promise<string | undefined> {
    const { screen } = this.#options.handler;
    return screen && !editedFrom ? screen(ask, call.input, signal) : Promise.resolve(undefined);
  }

  /** Lets hooks answer while the question waits; the first answer counts (SPEC G8). Never rejects. */
  async #askHooks(request: GateRequest, ask: Ask, signal: AbortSignal, onAnswer: (answer: HookAnswer) => void): Promise<void> {
    try {
      const answer = await this.#options.askHooks?.(request)?.(ask, signal);
      if (!answer || signal.aborted || !mayAnswer(answer, request.tool, ask)) return;
      onAnswer(answer);
      this.#options.queue.answer(ask.askId, ask.digest, answerOf(answer), 'hook');
    } catch {
      // A hook that fails hasn't answered; the question still waits.
    }
  }

  /** Withdraws the question when the classifier answers before anyone else. */
  #onClassifier(ask: Ask, analysed: AnalysedCall, { verdict, reason }: Judgement): void {
    if (verdict === 'unsure' || !analysed.decide().classifierMayAnswer) return;
    this.#options.queue.remove(ask.askId, `The classifier ${verdict === 'allow' ? 'allowed' : 'blocked'} it: ${reason}`, 'classifier');
  }

  #recordAnswer(request: GateRequest, ask: Ask, { answer, by }: AskOutcome): void {
    // Images are logged once, in the message that shows them to the model.
    const logged = answer.type === 'deny' ? { type: answer.type, message: answer.message, onlyThis: answer.onlyThis } : answer;
    this.#options.append(eventOf(request, { type: 'call.answered', data: { askId: ask.askId, callId: ask.callId, answer: logged, by } }));
    if (answer.type === 'allow_edited' && isOther(answer.input, request)) this.#options.append(eventOf(request, changeBy(request, answer)));
  }
}

/** What runs if the answer counts, so that a call never shows another input than the one allowed last. */
function changeBy({ tool, call: { callId } }: GateRequest, { input }: Extract<GivenAnswer, { type: 'allow_edited' }>): NewSessionEvent {
  return { type: 'call.changed', data: { callId, by: 'person', input, view: presentCall(tool, { stage: 'input', input }) } };
}

/** A rule added while a grave request waits doesn't allow it: it may have been made for another call. */
export function staysWithPerson({ risk }: Ask, { behavior }: Decision): boolean {
  return behavior === 'allow' && isGrave(risk);
}

/** What a person would be shown now. */
export function cardOf({ tool, call, context, editedFrom, askedAgainBecause }: GateRequest, decision: Decision): Promise<Ask> {
  const edited = editedFrom !== undefined;
  return makeAskCard({ tool, callId: call.callId, input: call.input, context, decision, edited, askedAgainBecause });
}

function settledQuestion(ask: Ask, given: Answered): OpenQuestion {
  return { ask, answered: Promise.resolve(given), given };
}

function answerOf(answer: HookAnswer): GivenAnswer {
  if (answer.behavior === 'deny') return { type: 'deny', message: answer.message };
  return answer.updates.length === 0 ? { type: 'allow_once' } : { type: 'allow_and_update', updates: [...answer.updates] };
}

async function whyNotWith(tool: Tool, input: Readonly<Record<string, unknown>>, context: ToolUseContext): Promise<string | undefined> {
  const parsed = parseToolInput(tool, structuredClone(input));
  if (!parsed.ok) return parsed.message;
  const valid = await tool.validateInput?.(parsed.input, context);
  return valid && !valid.ok ? valid.message : undefined;
}

/**
 * For a tool that needs a person, a hook's approval counts only when the hook supplied the input a person would have. It never counts for a
 * tool from outside, nor for one that a person has yet to review.
 */
function mayAnswer(answer: HookAnswer, tool: Tool, { reason }: Ask): boolean {
  if (answer.behavior === 'deny') return true;
  // The tool has found that a person has to see this call.
  if (reason === 'userInteraction' && !tool.requiresUserInteraction()) return false;
  if (tool.mcpInfo?.suspended !== undefined) return false;
  if (!tool.requiresUserInteraction()) return true;
  return answer.updatedInput !== undefined && !tool.isMcp;
}
