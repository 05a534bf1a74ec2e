import { useEffect, useState } from 'react';
import type { Refusal } from '../../answers/answer-guard.ts';
import type { ReadSoFar } from '../../answers/payload-sight.ts';

/** Why an answer is ignored, or how far what it allows is read. */
export type Ignored = Refusal | ReadSoFar;

const IGNORED_FOR_MS = 8000;

/** Why the last answer was ignored; cleared after a while, when another card is shown, or once the user has gone to the card as it says. */
export function useIgnored(card: string | null, engaged: boolean): readonly [Ignored | null, (why: Ignored | null) => void] {
  const [ignored, setIgnored] = useState<{ readonly card: string | null; readonly why: Ignored } | null>(null);
  useEffect(() => {
    if (!ignored) return undefined;
    const timer = setTimeout(() => setIgnored(null), IGNORED_FOR_MS);
    return () => clearTimeout(timer);
  }, [ignored]);
  const why = ignored?.card === card ? ignored?.why : undefined;
  const isDone = engaged && (why === 'notEngaged' || why === 'pressAgain');
  return [isDone ? null : (why ?? null), (why) => setIgnored(why && { card, why })];
}
