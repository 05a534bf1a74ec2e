import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { useFollowEnd } from '../../ui/use-follow-end.ts';

/** Distance to the end that still counts as scrolled to the end. Pixels. */
const NEAR_END_PX = 8;

/** The rows follow what is new until the person goes up, and again once they return to the end or send a message. */
export function useFollowing(
  grid: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
  items: readonly ConversationItem[] | undefined,
): ReturnType<typeof useFollowEnd> {
  const followed = useFollowEnd(grid, rows, NEAR_END_PX);
  const sent = useMemo(() => items?.findLast((item) => item.type === 'user' && item.origin === 'prompt')?.id, [items]);
  const follow = useEffectEvent(followed.follow);
  useEffect(() => {
    if (sent !== undefined) follow();
  }, [sent]);
  return followed;
}
