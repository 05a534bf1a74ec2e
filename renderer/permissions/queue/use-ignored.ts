import { useEffect, useState } from 'react';
import type { Refusal } from '../../answers/answer-guard.ts';

const IGNORED_FOR_MS = 8000;

/** Why the last answer was ignored; cleared after a while or when another card is shown. */
export function useIgnored(card: string | null): readonly [Refusal | null, (why: Refusal | null) => void] {
  const [ignored, setIgnored] = useState<{ readonly card: string | null; readonly why: Refusal } | null>(null);
  useEffect(() => {
    if (!ignored) return undefined;
    const timer = setTimeout(() => setIgnored(null), IGNORED_FOR_MS);
    return () => clearTimeout(timer);
  }, [ignored]);
  return [ignored?.card === card ? (ignored?.why ?? null) : null, (why) => setIgnored(why && { card, why })];
}
