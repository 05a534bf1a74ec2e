import type { Decision } from '#shared/permission/decision.ts';
import type { Ask, Denial } from '#shared/session/ask.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { isAnswered } from './after-answer.ts';
import { type AnalysedCall, isOther } from './analysed-call.ts';
import { cardOf, type OpenQuestion, staysWithPerson } from './open-questions.ts';

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
 * Whether the question, or its answer, counts now that the call's turn has come. `now`: what is decided by now; `asksClassifier`: the
 * classifier is to answer it.
 */
export async function stillCounts(
  { question: { ask, given }, decision: shown }: AheadQuestion,
  { request }: AnalysedCall,
  now: Decision,
  asksClassifier: boolean,
): Promise<boolean> {
  if (now.behavior === 'deny') return false;
  if (now.behavior === 'ask') return (given !== undefined || !asksClassifier) && showsTheSame(ask, await cardOf(request, now));
  if (!given) return staysWithPerson(ask, now);
  const { answer } = given;
  if (answer.type === 'withdrawn' || answer.type === 'deny') return false;
  // What they replaced must not run because the rules or the mode have come to allow it.
  if (answer.type === 'allow_edited' && isOther(answer.input, request)) return true;
  return isAnswered(shown, now) && doesTheSame(ask, await cardOf(request, now));
}

/** Whether a person who has read the first card would read the same on the second: what would run, where, with which effects, and why it asks. */
function showsTheSame(shown: Ask, now: Ask): boolean {
  return doesTheSame(shown, now) && whyAsked(shown) === whyAsked(now);
}

function whyAsked({ reason, message, rule }: Ask): string {
  // The message of `needsApproval` lists what isn't covered, which a new rule changes.
  return JSON.stringify([reason, reason === 'needsApproval' ? '' : message, rule]);
}

function doesTheSame(shown: Ask, now: Ask): boolean {
  return whatItDoes(shown) === whatItDoes(now);
}

/** Only the line numbers of a change may differ. */
function whatItDoes({ toolName, sentence, view, cwd, parts, effects, risk, digest, definition, edited }: Ask): string {
  return JSON.stringify([
    toolName,
    sentence,
    contentOf(view),
    cwd,
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
