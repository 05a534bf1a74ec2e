import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { fileEntry, type PaletteEntry } from './palette-entries.ts';

const NONE: readonly PaletteEntry[] = [];
/** Shorter queries match too many files. Characters. */
const MIN_QUERY = 2;

/** Files of the project that match the query. The previous result stays until the next arrives, to avoid flicker. */
export function useFoundFiles(query: string): readonly PaletteEntry[] {
  const sessionId = useWindow((state) => state.sessionId);
  const [found, setFound] = useState(NONE);
  const wanted = query.trim();
  useEffect(() => {
    if (sessionId === null || wanted.length < MIN_QUERY) return;
    let current = true;
    call('session.files', { sessionId, query: wanted.slice(0, 500) }).then(
      ({ files }) => current && setFound(files.filter((path) => !path.endsWith('/')).map((path) => fileEntry(path, sessionId))),
      // Ignore errors: the palette shows its other entries.
      () => current && setFound(NONE),
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted]);
  return wanted.length < MIN_QUERY ? NONE : found;
}
