import { useEffect, useState } from 'react';
import { MAX_FOUND_TEXT } from '#shared/contract/find-limits.ts';
import { call } from '../../bridge/client.ts';
import { useSession } from '../../store/selectors.ts';

/** How long typing has to pause before results are searched. Milliseconds. */
const PAUSE_MS = 200;

export interface FoundResults {
  readonly text: string;
  /** How often the results of calls contain it. */
  readonly counts: ReadonlyMap<string, number>;
}

const NONE: FoundResults = { text: '', counts: new Map() };

/** Searches the results of calls, which the window doesn’t have; again when calls have ended. */
export function useFoundResults(sessionId: string, text: string): FoundResults {
  const [found, setFound] = useState(NONE);
  const ended =
    useSession(sessionId, ({ calls }) => Object.values(calls).filter(({ state }) => state === 'done' || state === 'failed').length) ?? 0;
  const wanted = text.trim() === '' || text.length > MAX_FOUND_TEXT ? '' : text;
  useEffect(() => {
    if (wanted === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      call('call.find', { sessionId, text: wanted })
        .then(({ calls }) => current && setFound({ text: wanted, counts: new Map(calls.map(({ callId, count }) => [callId, count])) }))
        // What the conversation itself contains is found without it.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sessionId, wanted, ended]);
  return found.text === wanted ? found : NONE;
}
