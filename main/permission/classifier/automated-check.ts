import type { Decision } from '#shared/permission/decision.ts';
import type { AutoClassifier, EarlyStart, OpenCall } from './auto-classifier.ts';
import type { Judgement } from './judge.ts';

/** One question at the classifier, possibly while the dialog for it is already open. */
export class AutomatedCheck {
  /** Never rejects. */
  readonly judgement: Promise<Judgement>;
  readonly #controller = new AbortController();
  readonly #early: EarlyStart | undefined;
  #said: Judgement | undefined;

  constructor(classifier: Pick<AutoClassifier, 'judge'>, open: OpenCall, decision: Decision, early?: EarlyStart) {
    this.#early = early;
    const signal = AbortSignal.any([open.signal, this.#controller.signal]);
    this.judgement = this.#judge(classifier, { ...open, signal }, decision);
  }

  /** The judgement, once there is one; never the result of a cancellation. */
  get said(): Judgement | undefined {
    return this.#said;
  }

  /** Cancels the request once the answer isn't needed. */
  cancel(): void {
    this.#controller.abort();
    this.#early?.cancel();
  }

  async #judge(classifier: Pick<AutoClassifier, 'judge'>, open: OpenCall, decision: Decision): Promise<Judgement> {
    const judgement = await classifier.judge(open, decision, this.#early);
    if (!open.signal.aborted) this.#said = judgement;
    return judgement;
  }
}
