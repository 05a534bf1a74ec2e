import type { DecisionPart, TraceEntry } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { whatCan } from '../../calls/why-asked.ts';
import { askWords } from '../../calls/words.ts';
import { cardWords } from './card-words.ts';

const { finalReason: FINAL_REASON, final: FINAL } = askWords;
const { onlyExactly: ONLY_EXACTLY } = cardWords;

/** A reason this short is clearer repeated than referred to. Characters. */
const SHORT = 60;

/**
 * The reason of each part of a line. A long reason is read once, and so is that only an exact rule allows it; that a part can’t be undone is left
 * out where that isn’t known for sure.
 */
export function shownDetails({
  parts,
  loss,
  suggestions = [],
}: Pick<PendingAsk, 'parts' | 'loss'> & Partial<Pick<PendingAsk, 'suggestions'>>): readonly DecisionPart['detail'][] {
  const isFinal = loss === 'final';
  const first = parts.findIndex(({ detail }) => detail?.endsWith(ONLY_EXACTLY));
  return parts.map(({ detail, covered }, index) => {
    const above = parts[index - 1];
    if (detail === undefined) return undefined;
    if (!detail.endsWith(ONLY_EXACTLY)) {
      if (!isFinal && detail.endsWith(FINAL)) return detail.slice(0, -FINAL.length).trim() || undefined;
      const isRepeated = !covered && above?.covered === false && above.detail === detail;
      return isRepeated && detail.length > SHORT ? cardWords.sameReason : detail;
    }
    if (!isFinal && detail === FINAL_REASON) return index === first ? whatCan(suggestions) : undefined;
    return index === first ? detail : withoutExactly(detail);
  });
}

/** The steps of a decision, below the reason that has said it. */
export function shownTrace(trace: readonly TraceEntry[], isFinal: boolean): TraceEntry[] {
  return trace.map((entry) => {
    const detail = withoutExactly(entry.detail);
    return { ...entry, detail: !isFinal && detail === FINAL ? askWords.noRuleAllows : detail };
  });
}

function withoutExactly(detail: string): string {
  return detail.replace(ONLY_EXACTLY, '.');
}
