import { type RefObject, useEffect, useState } from 'react';
import type { TurnChanges } from '#shared/contract/changes.ts';
import type { CallRow, TurnRow } from '#shared/session/view.ts';
import { call } from '../../bridge/client.ts';

/** Kinds of calls after which files may differ. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['edit', 'command', 'mcp', 'agent', 'other']);

/** What turns changed never changes; a card that is shown again has it at once. */
const known = new WeakMap<TurnRow, TurnChanges>();

/**
 * What a turn changed, by edits and by commands; `null` until that is known, and where it isn’t. It is fetched when the card comes into
 * view: each answer compares two states of the files.
 */
export function useTurnChanges(card: RefObject<Element | null>, sessionId: string, turn: TurnRow, rows: readonly CallRow[]): TurnChanges {
  const [found, setFound] = useState<{ readonly of: TurnRow; readonly changes: TurnChanges }>();
  const wanted = rows.some(({ view, startedAt }) => startedAt !== undefined && MAY_CHANGE.has(view.kind));
  useEffect(() => {
    if (!wanted || known.has(turn) || !card.current) return undefined;
    let current = true;
    const fetch = () =>
      call('changes.ofTurn', { sessionId, turnId: turn.turnId })
        .then((changes) => {
          known.set(turn, changes);
          if (current) setFound({ of: turn, changes });
        })
        // The names of edited files are there without it.
        .catch(() => undefined);
    const view = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      view.disconnect();
      void fetch();
    });
    view.observe(card.current);
    return () => {
      current = false;
      view.disconnect();
    };
  }, [card, sessionId, turn, wanted]);
  return known.get(turn) ?? (found?.of === turn ? found.changes : null);
}
