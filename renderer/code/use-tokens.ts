import { useEffect, useState } from 'react';
import { type CodeToken, MAX_COLOURED, NO_TOKENS } from './code-tokens.ts';

interface Found {
  readonly text: string;
  readonly hint: string;
  readonly tokens: readonly CodeToken[];
}

/** The last ones found, so that what is drawn again has its colours at once. */
const recent: Found[] = [];
const MAX_RECENT = 60;

/** The coloured parts of a code text; none until they are found. `hint`: a language or a file. */
export function useTokens(text: string, hint: string | undefined): readonly CodeToken[] {
  const [found, setFound] = useState<Found>();
  const known = found?.text === text && found.hint === hint ? found : recent.find((one) => one.text === text && one.hint === hint);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown || hint === undefined || text === '' || text.length > MAX_COLOURED) return;
    const stop = new AbortController();
    void find(text, hint, stop.signal).then((tokens) => {
      if (stop.signal.aborted) return;
      const one = { text, hint, tokens };
      recent.unshift(one);
      recent.splice(MAX_RECENT);
      setFound(one);
    });
    return () => stop.abort();
  }, [isKnown, text, hint]);
  return known?.tokens ?? NO_TOKENS;
}

async function find(text: string, hint: string, signal: AbortSignal): Promise<readonly CodeToken[]> {
  try {
    const { findTokens } = await import('./find-tokens.ts');
    return await findTokens(text, hint, signal);
  } catch {
    // A chunk that can't be loaded, or a parser's fault: the text stays as it is, and is tried again when it is drawn again.
    return NO_TOKENS;
  }
}
