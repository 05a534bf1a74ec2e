import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ConversationItem, TurnRow } from '#shared/session/view.ts';
import { useItems, useSession } from '../../store/selectors.ts';
import { useSought } from '../../store/sought-place.ts';
import { Button } from '../../ui/controls/button.tsx';
import { keptPlaces } from '../reading/kept-place.ts';
import { useEditedMessage } from '../composer/editing.ts';
import { AttachmentItem, UserMessage } from './user-message.tsx';
import { CallStack, isFinished } from './call-stack.tsx';
import type { CompactedItemProps, RewoundItemProps } from './divider-items.tsx';
import { DisplayedText } from './displayed-text.tsx';
import { foldSteps, type Steps } from './fold-steps.ts';
import type { FoldedStepsProps } from './folded-steps.tsx';
import type { NoticeItemProps } from './notice-item.tsx';
import { Thinking } from './live-blocks.tsx';
import { TextItem } from './text-item.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import type { TurnCardProps } from '../turn/turn-card.tsx';
import { words } from '../words.ts';
import { firstShown, type Group, groupItems, isTooLong, ITEMS_PAGE, runStart, turnEnds } from './shown-items.ts';
import styles from './item-list.module.css';

/** How far above the viewport earlier items are rendered. Pixels. */
const AHEAD = '600px 0px 0px 0px';
/** Items rendered before one that is sought. */
const SOUGHT_BEFORE = 20;

interface ItemListProps {
  readonly sessionId: string;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The list is at its end: items far above can be removed. */
  readonly following: boolean;
}

/** The conversation's last items; earlier pages are added when scrolling up, without moving what is visible. */
export function ItemList({ sessionId, scroller, following }: ItemListProps) {
  const items = useItems(sessionId);
  const [wanted, setWanted] = useState(() =>
    Math.min(items.length - ITEMS_PAGE, placeToReturn(sessionId, items) ?? Number.POSITIVE_INFINITY),
  );
  const from = firstShown(items.length, wanted);
  const sought = useSought(({ itemId }) => itemId);
  const place = sought === null ? -1 : items.findIndex(({ id }) => id === sought);
  if (place >= 0 && place < from) setWanted(runStart(items, place) - SOUGHT_BEFORE);
  const earlier = useRef<HTMLButtonElement>(null);
  /** Distance to the end before earlier items were added above. */
  const distance = useRef<number | null>(null);

  const showEarlier = () => {
    const element = scroller.current;
    if (element) distance.current = element.scrollHeight - element.scrollTop;
    setWanted(from - ITEMS_PAGE);
  };
  useEffect(() => {
    if (following && place < 0 && isTooLong(items.length, wanted)) setWanted(items.length - ITEMS_PAGE);
  }, [following, place, items.length, wanted]);
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
        <Button ref={earlier} variant="quiet" size="small" className={styles.earlier} data-earlier onClick={showEarlier}>
          {words.showEarlier(from.toLocaleString('en-US'))}
        </Button>
      )}
      <Items sessionId={sessionId} items={from > 0 ? items.slice(from) : items} />
    </>
  );
}

/** The first item to render so that what was read before is there. */
function placeToReturn(sessionId: string, items: readonly ConversationItem[]): number | undefined {
  const read = keptPlaces(sessionId);
  const place = items.findIndex((item) => read.includes(item.type === 'call' ? item.callId : item.id));
  return place < 0 ? undefined : runStart(items, place) - SOUGHT_BEFORE;
}

const CompactedItem = onDemand<CompactedItemProps>(async () => (await import('./divider-items.tsx')).CompactedItem);
const RewoundItem = onDemand<RewoundItemProps>(async () => (await import('./divider-items.tsx')).RewoundItem);
const FoldedSteps = onDemand<FoldedStepsProps>(async () => (await import('./folded-steps.tsx')).FoldedSteps);
const NoticeItem = onDemand<NoticeItemProps>(async () => (await import('./notice-item.tsx')).NoticeItem);
const TurnCard = onDemand<TurnCardProps>(async () => (await import('../turn/turn-card.tsx')).TurnCard);

const NO_TURNS: ReadonlyMap<string, TurnRow> = new Map();

interface ItemsProps {
  readonly sessionId: string;
  readonly items: readonly ConversationItem[];
  /** Rewound: they have no actions any more. */
  readonly past?: boolean;
}

function Items({ sessionId, items, past = false }: ItemsProps) {
  const turns = useSession(sessionId, (view) => view.turns);
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const edited = useEditedMessage(sessionId);
  const ends = useMemo(() => turnEnds(turns ?? []), [turns]);
  const groups = groupItems(items, past ? NO_TURNS : ends);
  // A text, so that it rerenders only when that changes.
  const finished =
    useSession(sessionId, (view) =>
      groups.flatMap((group) => (group.type === 'calls' && isFinished(view, group.callIds) ? [group.id] : [])).join('\n'),
    ) ?? '';
  const done = new Set(finished.split('\n'));
  const parts = foldSteps(groups, ({ id }) => done.has(id));
  // Notes, such as that a file was reverted, don't follow a turn up.
  const last = parts.findLastIndex((group) => !(group.type === 'item' && group.item.type === 'notice' && group.item.action === 'none'));
  const shown = (group: Group | Steps, isOver: boolean, isLast: boolean): ReactNode => {
    switch (group.type) {
      case 'item':
        return (
          <div key={group.id} className={styles.item} data-item={group.id} data-edited={group.id === edited || undefined}>
            <Item sessionId={sessionId} item={group.item} past={past} />
          </div>
        );
      case 'turn':
        return <TurnCard key={group.id} sessionId={sessionId} turn={group.turn} isLast={isLast && !working} />;
      case 'calls':
        return <CallStack key={group.id} sessionId={sessionId} callIds={group.callIds} isOver={isOver} />;
      case 'steps':
        return (
          <FoldedSteps key={group.id} sessionId={sessionId} steps={group}>
            {() => group.groups.map((step) => shown(step, true, false))}
          </FoldedSteps>
        );
    }
  };
  return parts.map((part, index) => shown(part, past || !working || index < parts.length - 1, index === last));
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
      return item.displayed ? <DisplayedText original={item.text} displayed={item.displayed} /> : <TextItem text={item.text} />;
    case 'thinking':
      return <Thinking kept={{ sessionId, id: item.id }} text={item.text} ms={item.ms} />;
    case 'notice':
      return <NoticeItem sessionId={sessionId} item={item} />;
    case 'compacted':
      return <CompactedItem sessionId={sessionId} item={item} />;
    case 'rewound':
      return (
        <RewoundItem sessionId={sessionId} item={item}>
          <Items sessionId={sessionId} items={item.items} past />
        </RewoundItem>
      );
  }
});
