import { startsTurn, type UserItem } from '#shared/session/turn-start.ts';
import type { SessionView, TurnRow } from '#shared/session/view.ts';

/** The message that the turn answers; `undefined` if it isn't in the conversation any more. */
export function messageOfTurn({ items }: SessionView, { lastItem }: TurnRow): UserItem | undefined {
  const end = items.findLastIndex(({ id }) => id === lastItem);
  return items.slice(0, end + 1).findLast(startsTurn);
}
