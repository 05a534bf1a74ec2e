import type { DecisionPart } from '#shared/permission/decision.ts';
import { cardWords } from './card-words.ts';

interface FoldedParts {
  /** In sight. */
  readonly listed: readonly DecisionPart[];
  /** Behind a line for each kind. */
  readonly folded: readonly { readonly label: string; readonly parts: readonly DecisionPart[] }[];
}

/** So few parts are read at once. */
const FEW = 3;

/** Of many parts, those that ask, and how many others only read or are covered otherwise; few stay together in their order. */
export function foldedParts(parts: readonly DecisionPart[]): FoldedParts {
  const listed = parts.filter(({ covered }) => !covered);
  const covered = parts.filter((part) => part.covered);
  if (parts.length <= FEW || listed.length === 0 || covered.length < 2) return { listed: parts, folded: [] };
  const reads = covered.filter(({ detail }) => detail === cardWords.onlyReads);
  const others = covered.filter((part) => !reads.includes(part));
  return {
    listed,
    folded: [
      { label: cardWords.partsOnlyRead(reads.length), parts: reads },
      { label: cardWords.partsCovered(others.length), parts: others },
    ].filter((fold) => fold.parts.length > 0),
  };
}
