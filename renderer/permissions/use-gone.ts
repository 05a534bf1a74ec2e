import { useEffect, useState } from 'react';
import type { AskGroup } from './ask-groups.ts';

const SHOWN_FOR_MS = 8000;

/** What to say when the shown request is settled elsewhere. */
export function useGone(
  current: AskGroup | undefined,
  waits: (askId: string) => boolean,
  hasAnswered: (askId: string) => boolean,
): string | null {
  const [seen, setSeen] = useState<AskGroup | undefined>(undefined);
  const [gone, setGone] = useState<string | null>(null);
  if (seen !== current) {
    setSeen(current);
    if (seen && !seen.members.some(({ askId }) => waits(askId) || hasAnswered(askId))) setGone(seen.ask.view.summary || seen.ask.toolName);
    else if (gone !== null) setGone(null);
  }
  useEffect(() => {
    if (gone === null) return undefined;
    const timer = setTimeout(() => setGone(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [gone]);
  return gone;
}
