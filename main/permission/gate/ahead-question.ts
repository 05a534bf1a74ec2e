import type { Decision } from '#shared/permission/decision.ts';
import type { Ask, Denial } from '#shared/session/ask.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { AnalysedCall } from './analysed-call.ts';
import type { OpenQuestion } from './open-questions.ts';

/** Why a call is asked about again at its turn. */
export const CHANGED = 'What it would do has changed since you were asked.';

/** A question put before its call's turn: what was shown, and what became of it. */
export interface AheadQuestion {
  readonly analysed: AnalysedCall;
  /** As shown. */
  readonly decision: Decision;
  readonly question: OpenQuestion;
  /** Resolves when what the answer changes beyond this call has taken effect. */
  readonly kept: Promise<void>;
  /** Withdraws the question if it is still open. */
  readonly withdraw: (why: string) => void;
}

/** A denial counts for the call, whatever it would do by now. */
export function denialOf({
  question: { given },
}: AheadQuestion): { readonly answer: Denial; readonly by: 'person' | 'dispatcher' } | undefined {
  if (given?.answer.type !== 'deny') return undefined;
  return { answer: given.answer, by: given.by === 'dispatcher' ? given.by : 'person' };
}

/**
 * Whether a person who has read the first card would read the same on the second: what would run, where, with which effects, and why it
 * asks. Only the line numbers of a change may differ.
 */
export function showsTheSame(shown: Ask, now: Ask): boolean {
  return essence(shown) === essence(now);
}

function essence({ toolName, sentence, view, cwd, reason, message, rule, parts, effects, risk, digest, definition, edited }: Ask): string {
  return JSON.stringify([
    toolName,
    sentence,
    contentOf(view),
    cwd,
    reason,
    // Lists what isn't covered, which a new rule changes.
    reason === 'needsApproval' ? '' : message,
    rule,
    parts.map(({ text }) => text),
    effects,
    risk,
    digest,
    definition,
    edited,
  ]);
}

function contentOf({ detail, ...view }: ToolView): unknown {
  if (detail?.type !== 'diff') return { ...view, detail };
  return { ...view, detail: { ...detail, hunks: detail.hunks.map(({ lines }) => lines) } };
}
