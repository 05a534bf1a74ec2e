import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import type { FoundSession } from './session-row.tsx';

/** Debounce between keystrokes. Milliseconds. */
const PAUSE = 200;
/** Shorter queries match everything. */
const SHORTEST = 2;

interface Found {
  readonly query: string;
  readonly found: ReadonlyMap<string, FoundSession>;
  readonly incomplete: boolean;
}

const NOTHING: Found = { query: '', found: new Map(), incomplete: false };

/** Full-text search over sessions as the query is typed; a late result never replaces that of a newer query. */
export function useFoundSessions(projectDir: string, query: string): Omit<Found, 'query'> & { readonly searching: boolean } {
  const [result, setResult] = useState<Found>(NOTHING);
  const wanted = query.trim();
  const searches = wanted.length >= SHORTEST;
  useEffect(() => {
    if (!searches) return;
    let current = true;
    const timer = setTimeout(() => {
      call('session.search', { projectDir, query: wanted }).then(
        ({ sessions, incomplete }) => {
          if (current) setResult({ query: wanted, found: new Map(sessions.map((one) => [one.sessionId, one])), incomplete });
        },
        () => {
          if (current) setResult({ ...NOTHING, query: wanted, incomplete: true });
        },
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [projectDir, wanted, searches]);
  if (!searches) return { found: NOTHING.found, incomplete: false, searching: false };
  return { found: result.found, incomplete: result.incomplete, searching: result.query !== wanted };
}
