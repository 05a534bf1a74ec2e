import type { EventBody } from '../event.ts';
import { spentUsd } from '../spending.ts';
import type { SessionView, TurnRow } from '../view.ts';

/** The turns with the one that ends now; without an item that would have nothing to stand below, it isn't kept. */
export function withEndedTurn(view: SessionView, { turnId, outcome }: EventBody<'turn.ended'>, at: number): readonly TurnRow[] {
  const lastItem = view.items.at(-1)?.id;
  if (view.turn === null || lastItem === undefined) return view.turns;
  const { startedAt } = view.turn;
  const to = view.callOrder.length;
  let from = to;
  while (from > 0 && (view.calls[view.callOrder[from - 1] ?? '']?.queuedAt ?? 0) >= startedAt) from -= 1;
  return [...view.turns, { turnId, startedAt, endedAt: at, outcome, lastItem, calls: [from, to], usdSoFar: spentUsd(view.spending) }];
}
