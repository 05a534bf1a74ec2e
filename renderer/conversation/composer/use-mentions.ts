import { useEffect, useState } from 'react';
import { call } from '../../bridge/client.ts';

/** A mention being typed: the text after “@”, and the position of the “@”. */
interface MentionQuery {
  readonly from: number;
  readonly text: string;
}

/** The files found for a mention, by its position. */
interface FoundFiles {
  readonly from: number;
  readonly files: readonly string[];
}

const NONE: readonly string[] = [];

/** The files to offer: previous results stay until the next arrive, but never those of another mention. */
export function offeredFiles(query: MentionQuery | undefined, found: FoundFiles | undefined): readonly string[] {
  return query !== undefined && query.from === found?.from ? found.files : NONE;
}

const OPEN = /(?:^|[\s([{"'“‘])@(?:"([^"\n]*)|([^\s"@]*))$/u;
const LONGEST = 300;

/** The mention that ends at the caret. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const match = OPEN.exec(before);
  if (!match) return undefined;
  const [, quoted, plain = ''] = match;
  const written = quoted ?? plain;
  return { from: caret - written.length - (quoted === undefined ? 1 : 2), text: written };
}

export interface Mentions {
  readonly query: MentionQuery | undefined;
  /** Best match first; folders end in a slash. */
  readonly files: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** Call when the caret or the text changed. */
  readonly update: (text: string, caret: number) => void;
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
      // Without an answer, keep the current list.
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
    update: (text, caret) => {
      const next = mentionQuery(text, caret);
      if (next?.from !== query?.from || next?.text !== query?.text) setQuery(next);
    },
    close: () => setQuery(undefined),
  };
}
