import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import { engineNow } from '../../store/engine-clock.ts';
import { useNow } from '../../time/clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { absoluteTime, clockTime } from '../../ui/format.ts';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { glyphOf, glyphWord, headingOf, stateWords, type TerminalItem } from './terminal-items.ts';
import { useWaitsForInput } from './use-waits-for-input.ts';
import { words } from '../words.ts';
import styles from './terminal-list.module.css';

const ROW = 46;
const HEADING = 26;
/** A heading and three commands. */
const MOST_ABOVE = HEADING + 3 * ROW;

export interface TerminalListProps {
  readonly sessionId: string;
  readonly items: readonly TerminalItem[];
  readonly shown: string | undefined;
  readonly onShow: (id: string) => void;
  /** Pins it in a tab. */
  readonly onKeep: (id: string) => void;
}

type Entry =
  | { readonly type: 'heading'; readonly key: string; readonly text: string; readonly count: number }
  | { readonly type: 'item'; readonly item: TerminalItem };

/** The session's commands in groups, with state, exit code and time; arrow keys select, Enter pins. */
export function TerminalList({ sessionId, items, shown, onShow, onKeep }: TerminalListProps) {
  const list = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => withHeadings(items), [items]);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => (entries[index]?.type === 'heading' ? HEADING : ROW),
    getItemKey: (index) => keyOf(entries[index]),
    overscan: 6,
  });
  const move = (step: number) => {
    const index = Math.min(Math.max(items.findIndex(({ id }) => id === shown) + step, 0), items.length - 1);
    const item = items[index];
    if (!item) return;
    virtual.scrollToIndex(entries.findIndex((entry) => entry.type === 'item' && entry.item.id === item.id));
    onShow(item.id);
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={words.commands}
      aria-activedescendant={shown === undefined ? undefined : `command-${shown}`}
      tabIndex={0}
      className={styles.list}
      style={{ '--whole': `${wholeRows(entries)}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -items.length, End: items.length }[event.key];
        if (step !== undefined) move(step);
        else if (event.key === 'Enter' && shown !== undefined) onKeep(shown);
        else return;
        event.preventDefault();
      }}
    >
      <div role="presentation" className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((virtualItem) => {
          const entry = entries[virtualItem.index];
          if (!entry) return null;
          const style = { transform: `translateY(${virtualItem.start}px)` };
          return entry.type === 'heading' ? (
            <div key={virtualItem.key} role="presentation" className={styles.heading} style={style}>
              <span className={styles.title} title={entry.text}>
                <VisibleText text={entry.text} />
              </span>{' '}
              <span className={styles.number}>{entry.count}</span>
            </div>
          ) : (
            <Item
              key={virtualItem.key}
              sessionId={sessionId}
              item={entry.item}
              selected={entry.item.id === shown}
              style={style}
              onShow={onShow}
              onKeep={onKeep}
            />
          );
        })}
      </div>
    </div>
  );
}

function Item({
  sessionId,
  item,
  selected,
  style,
  onShow,
  onKeep,
}: Pick<TerminalListProps, 'sessionId' | 'onShow' | 'onKeep'> & {
  readonly item: TerminalItem;
  readonly selected: boolean;
  readonly style: { readonly transform: string };
}) {
  const { id, title, call, task } = item;
  const waitsForInput = useWaitsForInput(sessionId, item);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list handles the keys.
    <div
      id={`command-${id}`}
      role="option"
      aria-selected={selected}
      data-failed={item.failed}
      data-own={!call}
      data-stalled={waitsForInput}
      className={styles.item}
      style={style}
      onClick={() => onShow(id)}
      onDoubleClick={() => onKeep(id)}
    >
      <StatusGlyph state={glyphOf(item)} label={task?.state === 'running' ? words.runningInTheBackground : glyphWord(item)} />
      <span className={styles.command} title={title}>
        <LineEllipsis text={title} />
      </span>
      <span className={styles.meta}>
        <span className={styles.state}>{waitsForInput ? words.waitsForInput : stateWords(item)}</span>
        <Elapsed item={item} />
        {item.startedAt !== undefined && (
          <time className={styles.startedAt} title={absoluteTime(item.startedAt)}>
            {clockTime(item.startedAt).slice(0, -3)}
          </time>
        )}
      </span>
    </div>
  );
}

/** Counts up while the command runs. */
export function Elapsed({ item: { startedAt, endedAt } }: { readonly item: TerminalItem }) {
  useNow(startedAt !== undefined && endedAt === undefined ? 100 : null);
  return startedAt === undefined ? null : <span>{formatDuration(Math.max(0, (endedAt ?? engineNow()) - startedAt))}</span>;
}

/** The height of as many commands as fit above the terminal, so that none is cut; a heading without any isn't shown. */
function wholeRows(entries: readonly Entry[]): number {
  let height = 0;
  let whole = 0;
  for (const { type } of entries) {
    height += type === 'heading' ? HEADING : ROW;
    if (height > MOST_ABOVE) break;
    if (type === 'item') whole = height;
  }
  return whole;
}

function withHeadings(items: readonly TerminalItem[]): readonly Entry[] {
  return items.flatMap((item, index): Entry[] => {
    const entry: Entry = { type: 'item', item };
    const key = headingKey(item);
    const before = items[index - 1];
    if (before && headingKey(before) === key) return [entry];
    return [{ type: 'heading', key, text: headingOf(item), count: items.filter((other) => headingKey(other) === key).length }, entry];
  });
}

function headingKey({ group, turn }: TerminalItem): string {
  return group === 'done' ? `done ${turn?.id ?? ''}` : group;
}

function keyOf(entry: Entry | undefined): string {
  return entry?.type === 'item' ? entry.item.id : `heading ${entry?.key ?? ''}`;
}
