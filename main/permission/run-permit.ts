import type { Decision } from '#shared/permission/decision.ts';
import { inputDigest } from './input-digest.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * The right to run one tool once with one input. Only the gate makes them, from a decision that allows; the pipeline runs
 * nothing without one that covers what it is about to run.
 */
export class RunPermit {
  readonly decision: Decision;
  readonly #digest: string;
  #used = false;

  private constructor(decision: Decision, digest: string) {
    this.decision = decision;
    this.#digest = digest;
  }

  /** @throws Error when the decision doesn't allow. */
  static of(decision: Decision, toolName: string, input: Input): RunPermit {
    if (decision.behavior !== 'allow') throw new Error(`A decision to ${decision.behavior} is no permit.`);
    return new RunPermit(decision, inputDigest(toolName, input));
  }

  /** True once, and only for the tool and the input that were decided about. */
  redeem(toolName: string, input: Input): boolean {
    if (this.#used || this.#digest !== inputDigest(toolName, input)) return false;
    this.#used = true;
    return true;
  }
}
