import { hash } from 'node:crypto';
import { stableJson } from '#main/tool/stable-json.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Permission to run one tool once with one input. Only the gate creates permits, from a decision that allows; the pipeline runs nothing
 * without a permit that covers the call.
 */
export class RunPermit {
  readonly decision: Decision;
  /** Real paths of the input when it was decided; `undefined` when the input names none (a shell line has its own). */
  readonly realPaths: readonly string[] | undefined;
  readonly #digest: string;
  #used = false;

  private constructor(decision: Decision, digest: string, realPaths: readonly string[]) {
    this.decision = decision;
    this.realPaths = realPaths.length === 0 ? undefined : realPaths;
    this.#digest = digest;
  }

  /** @throws Error when the decision doesn't allow. */
  static of(decision: Decision, toolName: string, input: Input, paths: CallFacts['paths']): RunPermit {
    if (decision.behavior !== 'allow') throw new Error(`A decision to ${decision.behavior} is no permit.`);
    const realPaths = paths.filter(({ access }) => access !== 'mention').map(({ real }) => real);
    return new RunPermit(decision, inputDigest(toolName, input), realPaths);
  }

  /** True once, and only for the tool and input that were decided. */
  redeem(toolName: string, input: Input): boolean {
    if (this.#used || this.#digest !== inputDigest(toolName, input)) return false;
    this.#used = true;
    return true;
  }
}

/** SHA-256 (hex) of a tool's name and input, independent of the order of the input's keys. Binds a decision to the input it was made for. */
export function inputDigest(toolName: string, input: Readonly<Record<string, unknown>>): string {
  return hash('sha256', stableJson({ input, toolName }));
}
