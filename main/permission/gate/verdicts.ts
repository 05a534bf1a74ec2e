import { errorMessage } from '#shared/error-message.ts';
import type { Denial } from '#shared/session/ask.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { HookAnswer } from '../hook-decision.ts';
import type { RunPermit } from '../run-permit.ts';

/** Input with a person's answer in it: as the tool receives it, and completed for observers. */
export interface AnsweredInput {
  readonly input: Record<string, unknown>;
  readonly observed: Record<string, unknown>;
}

export type GateVerdict =
  /** `updatedInput`: the tool's own check changed the input, which must be validated and decided again before the permit is used. */
  | {
      readonly behavior: 'allow';
      readonly decision: Decision;
      readonly permit: RunPermit;
      readonly updatedInput?: Readonly<Record<string, unknown>>;
      /** The hook that supplied that input with its answer. */
      readonly changedBy?: string;
      /** A person's answer was added to the input: the permit is for this input. */
      readonly answered?: AnsweredInput;
      /** The comment of the person who allowed it, for the model to read with the result. */
      readonly comment?: string;
    }
  /** A person edited the input: nothing is decided about `input` yet, which is validated and decided as a new one. */
  | {
      readonly behavior: 'edited';
      readonly input: Readonly<Record<string, unknown>>;
      /** The decision they were shown. */
      readonly decision: Decision;
      readonly comment?: string;
    }
  | {
      readonly behavior: 'deny';
      readonly decision: Decision;
      /** What the model reads; for a refusal by a person or dispatcher with `hasFeedback`, their own text. */
      readonly message: string;
      /** The refusal came with a reason or images; without, the turn ends (SPEC G9). */
      readonly hasFeedback: boolean;
      /** It is of this call alone, so the turn goes on also without a reason. */
      readonly onlyThis?: boolean;
      /** What a person attached to their refusal. */
      readonly images?: readonly ImageBlock[];
      readonly by: 'person' | 'dispatcher' | 'engine' | 'interrupt';
      /** The hook that denied it also ends the turn. */
      readonly endsTurn?: true;
    };

/** The person changed the input. If it would ask, its parts, effects and risk are those they were shown. */
export function allowedEdited(decision: Decision): Decision {
  const message = 'You changed its input and allowed it.';
  const unasked = decision.behavior === 'ask' ? ' Its effects and risk are those you were shown, so it didn’t ask again.' : '';
  return overruled(decision, { behavior: 'allow', reason: 'user', message, entry: dialogEntry('allow', `${message}${unasked}`) });
}

/** The same decision with a different outcome, which is added to its trace. */
export function overruled(
  decision: Decision,
  word: Pick<Decision, 'behavior' | 'reason'> & { readonly message?: string; readonly entry: TraceEntry },
): Decision {
  const { entry, ...rest } = word;
  return { ...decision, ...rest, trace: [...decision.trace, entry] };
}

/** For an internal error while deciding: nothing is known, so nothing is allowed. */
export function brokenDecision(error: unknown): Decision {
  const detail = `Gatehouse could not decide about this call, so it was not run: ${errorMessage(error)}`;
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

export function denial(decision: Decision): Extract<GateVerdict, { behavior: 'deny' }> {
  return { behavior: 'deny', decision, message: decision.message, hasFeedback: false, by: 'engine' };
}

/** Tells the model why it would have asked, so that it can do without. */
export function unanswerable(decision: Decision): GateVerdict {
  return denial(
    overruled(decision, { behavior: 'deny', reason: 'promptsAvoided', entry: dialogEntry('deny', 'Nobody can be asked in this run.') }),
  );
}

/** The answer doesn't fit what this tool asks. */
export function unfit(decision: Decision): GateVerdict {
  const message = 'The answer didn’t fit the question, so nothing was done.';
  return denial(overruled(decision, { behavior: 'deny', reason: 'invalidInput', message, entry: dialogEntry('deny', message) }));
}

export function restless(decision: Decision): GateVerdict {
  const message = 'What this call would do kept changing while it waited for an answer, so it was not run.';
  return denial(overruled(decision, { behavior: 'deny', reason: 'cancelled', message, entry: dialogEntry('deny', message) }));
}

export function refused(
  decision: Decision,
  { message, images = [], onlyThis }: Pick<Denial, 'message' | 'images' | 'onlyThis'>,
  by: 'person' | 'dispatcher',
): Extract<GateVerdict, { behavior: 'deny' }> {
  const feedback = message?.trim() ?? '';
  const who = by === 'person' ? 'You' : 'The coordinator';
  const hasFeedback = feedback !== '' || images.length > 0;
  const word = !hasFeedback ? `${who} denied it.` : `${who} denied it and said why.`;
  const reason = by === 'person' ? 'user' : 'dispatcher';
  const denied = overruled(decision, { behavior: 'deny', reason, message: word, entry: dialogEntry('deny', word) });
  return {
    behavior: 'deny',
    decision: denied,
    message: feedback,
    hasFeedback,
    by,
    ...(onlyThis && { onlyThis }),
    ...(by === 'person' && { images }),
  };
}

export function refusedByHook(decision: Decision, { by, message, endsTurn }: Extract<HookAnswer, { behavior: 'deny' }>): GateVerdict {
  const word = `A hook refused this call${message === '' ? '.' : `: ${message}`}`;
  const entry: TraceEntry = { layer: 'hook', outcome: 'deny', detail: `${by} denied it for you. ${message}`.trim() };
  return { ...denial(overruled(decision, { behavior: 'deny', reason: 'hook', message: word, entry })), ...(endsTurn && { endsTurn }) };
}

export function stopped(decision: Decision, isAnswered = false): GateVerdict {
  const message = `The call was stopped before ${isAnswered ? 'it ran' : 'anyone answered'}.`;
  const cancelled = overruled(decision, { behavior: 'deny', reason: 'cancelled', message, entry: dialogEntry('deny', message) });
  return { behavior: 'deny', decision: cancelled, message, hasFeedback: false, by: 'interrupt' };
}
