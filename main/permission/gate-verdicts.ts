import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { RunPermit } from './run-permit.ts';

export type GateVerdict =
  /** `updatedInput`: the tool's own check changed the input; it must be validated and decided again before the permit is used. */
  | {
      readonly behavior: 'allow';
      readonly decision: Decision;
      readonly permit: RunPermit;
      readonly updatedInput?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly behavior: 'deny';
      readonly decision: Decision;
      /** What the model reads, or for a person's refusal with `hasFeedback` what they said. */
      readonly message: string;
      /** A person refused and said why; without words of theirs the turn ends (SPEC G9). */
      readonly hasFeedback: boolean;
      readonly by: 'person' | 'engine' | 'interrupt';
    };

/** The same decision with another last word, that word added to its trace. */
export function overruled(
  decision: Decision,
  word: Pick<Decision, 'behavior' | 'reason'> & { readonly message?: string; readonly entry: TraceEntry },
): Decision {
  const { entry, ...rest } = word;
  return { ...decision, ...rest, trace: [...decision.trace, entry] };
}

/** For a step of deciding that broke: nothing is known, so nothing is allowed. */
export function brokenDecision(error: unknown): Decision {
  const detail = `Gatehouse could not decide about this call, so it was not run: ${error instanceof Error ? error.message : String(error)}`;
  return {
    behavior: 'deny',
    reason: 'internalError',
    message: detail,
    trace: [{ layer: 'input', outcome: 'deny', detail }],
    parts: [],
    effects: [],
    risk: 'execute',
    suggestions: [],
  };
}

export const dialogEntry = (outcome: 'allow' | 'deny', detail: string): TraceEntry => ({ layer: 'dialog', outcome, detail });
