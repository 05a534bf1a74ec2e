import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { Judgement } from './judge.ts';

/**
 * The decision with the classifier's verdict applied. Its trace entry goes before the dialog's, which only stays where a person is still
 * needed (SPEC G5).
 */
export function judgedDecision(decision: Decision, { verdict, reason, trace }: Judgement): Decision {
  switch (verdict) {
    case 'allow':
      return settledBy(decision, trace, { behavior: 'allow', message: `The classifier allowed it: ${reason}` });
    case 'block':
      return settledBy(decision, trace, { behavior: 'deny', message: blockedText(reason) });
    case 'unsure':
      return { ...decision, message: `${decision.message} ${reason}`, trace: beforeDialog(decision.trace, trace) };
  }
}

/** Copies the classifier's verdict from an earlier decision about the same question into a later one. */
export function withClassifierWords(decision: Decision, earlier: Decision): Decision {
  const words = earlier.trace.filter(({ layer }) => layer === 'classifier');
  return words.length === 0 ? decision : { ...decision, trace: beforeDialog(decision.trace, words) };
}

function settledBy(decision: Decision, trace: readonly TraceEntry[], word: Pick<Decision, 'behavior' | 'message'>): Decision {
  const layers = decision.trace.filter(({ layer }) => layer !== 'dialog');
  return { ...decision, ...word, reason: 'classifier', trace: [...layers, ...trace], suggestions: [] };
}

function beforeDialog(trace: readonly TraceEntry[], words: readonly TraceEntry[]): TraceEntry[] {
  const at = trace.findIndex(({ layer }) => layer === 'dialog');
  return at === -1 ? [...trace, ...words] : trace.toSpliced(at, 0, ...words);
}

/** The message for the model: it must not look for another way to the same end. */
function blockedText(reason: string): string {
  return (
    `Blocked by the classifier of auto mode, so it was not run. Reason: ${reason}\n` +
    'Do not try to get the same done in another way. Go on with what does not need it; if the task can’t be done without, stop and tell the user what you need and why.'
  );
}
