import type { Decision } from '#shared/permission/decision.ts';
import type { AutoClassifier, EarlyStart, OpenCall } from './auto-classifier.ts';
import type { Judgement } from './judge.ts';

/** The classifier at work on one question, maybe while a person looks at the same one. */
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

  /** What it has said so far; not what came of its being cancelled. */
  get said(): Judgement | undefined {
    return this.#said;
  }

  /** Its answer isn't needed any more: no request goes on for it. */
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
