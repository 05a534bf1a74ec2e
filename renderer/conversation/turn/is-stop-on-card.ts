import type { SessionView } from '#shared/session/view.ts';

/** Whether the card of the turn that ended with this item says that it was stopped. A turn without calls has no card then. */
export function isStopOnCard({ turns }: SessionView, lastItem: string | undefined): boolean {
  const turn = turns.findLast((ended) => ended.lastItem === lastItem);
  return turn?.outcome === 'interrupted' && turn.calls[0] < turn.calls[1];
}
