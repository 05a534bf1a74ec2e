import { useEffect, useState } from 'react';
import type { TurnChanges } from '#shared/contract/changes.ts';
import type { CallRow, TurnRow } from '#shared/session/view.ts';
import { call } from '../../bridge/client.ts';

/** Kinds of calls after which files may differ. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['edit', 'command', 'mcp', 'agent', 'other']);

/** What turns changed never changes; a card that is shown again has it at once. */
const known = new WeakMap<TurnRow, TurnChanges>();

/** What a turn changed, by edits and by commands; `null` until that is known, and where it isn’t. */
export function useTurnChanges(sessionId: string, turn: TurnRow, rows: readonly CallRow[]): TurnChanges {
  const [found, setFound] = useState<{ readonly of: TurnRow; readonly changes: TurnChanges }>();
  const wanted = rows.some(({ view, startedAt }) => startedAt !== undefined && MAY_CHANGE.has(view.kind));
  useEffect(() => {
    if (!wanted || known.has(turn)) return undefined;
    let current = true;
    call('changes.ofTurn', { sessionId, turnId: turn.turnId })
      .then((changes) => {
        known.set(turn, changes);
        if (current) setFound({ of: turn, changes });
      })
      // The names of edited files are there without it.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [sessionId, turn, wanted]);
  return known.get(turn) ?? (found?.of === turn ? found.changes : null);
}
