import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { useItems } from '../store/selectors.ts';
import { Button } from '../ui/button.tsx';
import { AttachmentItem } from './attachment-item.tsx';
import { CallStack } from './call-stack.tsx';
import { CompactedItem } from './compacted-item.tsx';
import { Markdown } from './markdown.tsx';
import { NoticeItem } from './notice-item.tsx';
import { RewoundItem } from './rewound-item.tsx';
import { Thinking } from './thinking.tsx';
import { UserMessage } from './user-message.tsx';
import { words } from './words.ts';
import styles from './item-list.module.css';

/** How many items are rendered at first, and added per step. */
const PAGE = 200;

/** The first rendered item. Unchanged while new items are added below, so that nothing moves while reading. */
export function firstShown(count: number, wanted: number): number {
  // A rewind may have left fewer items.
  return Math.max(0, Math.min(wanted, count - 1));
}

/** At the end of a long conversation, items far above can be removed. */
export function isTooLong(count: number, wanted: number): boolean {
  return count - Math.max(0, wanted) > 2 * PAGE;
}

/** How far above the viewport earlier items are rendered. Pixels. */
const AHEAD = '600px 0px 0px 0px';

type Group =
  | { readonly type: 'calls'; readonly id: string; readonly callIds: string[] }
  | { readonly type: 'item'; readonly id: string; readonly item: Exclude<ConversationItem, { type: 'call' }> };

interface ItemListProps {
  readonly sessionId: string;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The list is at its end: items far above can be removed. */
  readonly following: boolean;
}

/** The conversation's last items; earlier pages are added when scrolling up, without moving what is visible. */
export function ItemList({ sessionId, scroller, following }: ItemListProps) {
  const items = useItems(sessionId);
  const [wanted, setWanted] = useState(() => items.length - PAGE);
  const from = firstShown(items.length, wanted);
  const earlier = useRef<HTMLButtonElement>(null);
  /** Distance to the end before earlier items were added above. */
  const distance = useRef<number | null>(null);

  const showEarlier = () => {
    const element = scroller.current;
    if (element) distance.current = element.scrollHeight - element.scrollTop;
    setWanted(from - PAGE);
  };
  useEffect(() => {
    if (following && isTooLong(items.length, wanted)) setWanted(items.length - PAGE);
  }, [following, items.length, wanted]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && distance.current !== null) element.scrollTo({ top: element.scrollHeight - distance.current });
    distance.current = null;
  }, [from, scroller]);
  useEffect(() => {
    const button = earlier.current;
    if (!button || following) return;
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && button.click(), {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    seen.observe(button);
    return () => seen.disconnect();
  }, [from, following, scroller]);

  return (
    <>
      {from > 0 && (
        <Button ref={earlier} variant="quiet" size="small" className={styles.earlier} onClick={showEarlier}>
          {words.showEarlier(from.toLocaleString('en-US'))}
        </Button>
      )}
      <Items sessionId={sessionId} items={from > 0 ? items.slice(from) : items} />
    </>
  );
}

interface ItemsProps {
  readonly sessionId: string;
  readonly items: readonly ConversationItem[];
  /** Rewound: they have no actions any more. */
  readonly past?: boolean;
}

function Items({ sessionId, items, past = false }: ItemsProps) {
  return grouped(items).map((group) =>
    group.type === 'calls' ? (
      <CallStack key={group.id} sessionId={sessionId} callIds={group.callIds} />
    ) : (
      <Item key={group.id} sessionId={sessionId} item={group.item} past={past} />
    ),
  );
}

const Item = memo(function Item({
  sessionId,
  item,
  past,
}: {
  readonly sessionId: string;
  readonly item: Exclude<ConversationItem, { type: 'call' }>;
  readonly past: boolean;
}) {
  switch (item.type) {
    case 'user':
      return <UserMessage sessionId={sessionId} item={item} past={past} />;
    case 'attachment':
      return <AttachmentItem item={item} />;
    case 'text':
      return <Markdown text={item.text} />;
    case 'thinking':
      return <Thinking text={item.text} ms={item.ms} />;
    case 'notice':
      return <NoticeItem sessionId={sessionId} item={item} />;
    case 'compacted':
      return <CompactedItem item={item} />;
    case 'rewound':
      return (
        <RewoundItem item={item}>
          <Items sessionId={sessionId} items={item.items} past />
        </RewoundItem>
      );
  }
});

function grouped(items: readonly ConversationItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.type !== 'call') groups.push({ type: 'item', id: item.id, item });
    else if (last?.type === 'calls') last.callIds.push(item.callId);
    else groups.push({ type: 'calls', id: item.id, callIds: [item.callId] });
  }
  return groups;
}
