import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { fileEntry, type PaletteEntry } from './palette-entries.ts';

const NONE: readonly PaletteEntry[] = [];
/** Below this a query fits too many files to be of use. Characters. */
const MIN_QUERY = 2;

/** Files of the project that fit the query. Those of the last one stand until the next are there, so that nothing flickers. */
export function useFoundFiles(query: string): readonly PaletteEntry[] {
  const sessionId = useWindow((state) => state.sessionId);
  const [found, setFound] = useState(NONE);
  const wanted = query.trim();
  useEffect(() => {
    if (sessionId === null || wanted.length < MIN_QUERY) return;
    let current = true;
    call('session.files', { sessionId, query: wanted.slice(0, 500) }).then(
      ({ files }) => current && setFound(files.filter((path) => !path.endsWith('/')).map((path) => fileEntry(path, sessionId))),
      // What can’t be fetched is left out.
      () => current && setFound(NONE),
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted]);
  return wanted.length < MIN_QUERY ? NONE : found;
}
