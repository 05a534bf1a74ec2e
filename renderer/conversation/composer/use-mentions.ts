import { useEffect, useState } from 'react';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';

/** A mention being typed: the text after “@”, and the position of the “@”. */
interface MentionQuery {
  readonly from: number;
  readonly text: string;
}

/** What can be mentioned. `written`: the text after “@”; that of a folder ends in a slash. */
export type Mentionable =
  | { readonly kind: 'file'; readonly written: string }
  | { readonly kind: 'resource'; readonly written: string; readonly server: string; readonly name: string };

/** What was found for a mention, by its position. */
interface Found<T> {
  readonly from: number;
  readonly items: readonly T[];
}

const NONE: readonly never[] = [];

/** What to offer: previous results stay until the next arrive, but never those of another mention. */
export function offered<T>(query: MentionQuery | undefined, found: Found<T> | undefined): readonly T[] {
  return query !== undefined && query.from === found?.from ? found.items : NONE;
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
  /** Files, then resources of MCP servers; of each the best match first. */
  readonly items: readonly Mentionable[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** Call when the caret or the text changed. */
  readonly update: (text: string, caret: number) => void;
  readonly close: () => void;
}

/** Completes a mention while it is typed. Outdated answers are dropped. */
export function useMentions(sessionId: string): Mentions {
  const [query, setQuery] = useState<MentionQuery>();
  const [files, setFiles] = useState<Found<Mentionable>>();
  const [resources, setResources] = useState<Found<Mentionable>>();
  const [chosen, choose] = useState(0);
  const servers = useWindow((state) => state.mcpVersion);
  const { text: wanted, from = 0 } = query ?? {};

  useEffect(() => {
    if (wanted === undefined) return;
    let current = true;
    call('session.files', { sessionId, query: wanted }).then(
      (answer) => {
        if (!current) return;
        setFiles({ from, items: answer.files.map((written) => ({ kind: 'file', written })) });
        choose(0);
      },
      // Without an answer, keep the current list.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted, from]);

  // Apart from the files, since a server may be slow or only connect now. They follow the files, so that what is chosen stays.
  useEffect(() => {
    if (wanted === undefined) return;
    let current = true;
    call('session.resources', { sessionId, query: wanted }).then(
      (answer) => {
        const items = answer.resources.map(
          ({ server, uri, name }) => ({ kind: 'resource', written: `${server}:${uri}`, server, name }) as const,
        );
        if (current) setResources({ from, items });
      },
      // Without resources, files are still offered.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted, from, servers]);

  return {
    query,
    items: [...offered(query, files), ...offered(query, resources)],
    chosen,
    choose,
    update: (text, caret) => {
      const next = mentionQuery(text, caret);
      if (next?.from !== query?.from || next?.text !== query?.text) setQuery(next);
    },
    close: () => setQuery(undefined),
  };
}
