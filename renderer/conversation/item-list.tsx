import { memo, useState } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { useItems } from '../store/selectors.ts';
import { Button } from '../ui/button.tsx';
import { AttachmentItem } from './attachment-item.tsx';
import { CallCard } from './call-card.tsx';
import { CompactedItem } from './compacted-item.tsx';
import { Markdown } from './markdown.tsx';
import { NoticeItem } from './notice-item.tsx';
import { RewoundItem } from './rewound-item.tsx';
import { Thinking } from './thinking.tsx';
import { UserMessage } from './user-message.tsx';
import styles from './item-list.module.css';

/** How many items are drawn at first, and with every step back. */
const PAGE = 200;

type Group =
  | { readonly type: 'calls'; readonly id: string; readonly callIds: readonly string[] }
  | { readonly type: 'item'; readonly id: string; readonly item: Exclude<ConversationItem, { type: 'call' }> };

/** The conversation's items; calls that follow each other stand in one card. */
export function ItemList({ sessionId }: { readonly sessionId: string }) {
  const items = useItems(sessionId);
  const [shown, setShown] = useState(PAGE);
  const hidden = Math.max(0, items.length - shown);
  return (
    <>
      {hidden > 0 && (
        <Button variant="quiet" size="small" className={styles.earlier} onClick={() => setShown(shown + PAGE)}>
          Show earlier ({hidden})
        </Button>
      )}
      <Items sessionId={sessionId} items={hidden > 0 ? items.slice(hidden) : items} />
    </>
  );
}

interface ItemsProps {
  readonly sessionId: string;
  readonly items: readonly ConversationItem[];
  /** They were taken back: there is nothing to do with them any more. */
  readonly past?: boolean;
}

function Items({ sessionId, items, past = false }: ItemsProps) {
  return grouped(items).map((group) =>
    group.type === 'calls' ? (
      <div key={group.id} className={styles.calls}>
        {group.callIds.map((callId) => (
          <CallCard key={callId} sessionId={sessionId} callId={callId} />
        ))}
      </div>
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
      return <Thinking text={item.text} />;
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
    else if (last?.type === 'calls') groups[groups.length - 1] = { ...last, callIds: [...last.callIds, item.callId] };
    else groups.push({ type: 'calls', id: item.id, callIds: [item.callId] });
  }
  return groups;
}
