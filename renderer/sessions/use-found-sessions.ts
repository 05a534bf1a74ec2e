import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import type { FoundSession } from './session-row.tsx';

/** A key that follows within this time makes the search before it pointless. Milliseconds. */
const PAUSE = 200;
/** Fewer characters are in everything. */
const SHORTEST = 2;

interface Found {
  readonly query: string;
  readonly found: ReadonlyMap<string, FoundSession>;
  readonly incomplete: boolean;
}

const NOTHING: Found = { query: '', found: new Map(), incomplete: false };

/** Sessions in which something was said, searched as it is typed; the answer to an earlier query never replaces a later one's. */
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
