import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { mentionQuery, offeredFiles, type FoundFiles, type MentionQuery } from './mention-query.ts';

export interface Mentions {
  readonly query: MentionQuery | undefined;
  /** Best match first; folders end in a slash. */
  readonly files: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** Call when the caret or the text changed. */
  readonly look: (text: string, caret: number) => void;
  readonly close: () => void;
}

/** Completes a mention while it is typed. Outdated answers are dropped. */
export function useMentions(sessionId: string): Mentions {
  const [query, setQuery] = useState<MentionQuery>();
  const [found, setFound] = useState<FoundFiles>();
  const [chosen, choose] = useState(0);
  const { text: wanted, from = 0 } = query ?? {};

  useEffect(() => {
    if (wanted === undefined) return;
    let current = true;
    call('session.files', { sessionId, query: wanted }).then(
      ({ files }) => {
        if (!current) return;
        setFound({ from, files });
        choose(0);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted, from]);

  return {
    query,
    files: offeredFiles(query, found),
    chosen,
    choose,
    look: (text, caret) => {
      const next = mentionQuery(text, caret);
      if (next?.from !== query?.from || next?.text !== query?.text) setQuery(next);
    },
    close: () => setQuery(undefined),
  };
}
