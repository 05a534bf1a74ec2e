import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, SearchX } from 'lucide-react';
import { Fragment, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useWindow } from '../../store/app-store.ts';
import { useReplay, useReplayMarks } from '../../store/rule-replay.ts';
import { useCallOrder, useSession } from '../../store/selectors.ts';
import { selectCall } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { useFollowEnd } from '../../ui/use-follow-end.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { handleGridKey } from './grid-keys.ts';
import { orderRows, runsBeside } from './row-order.ts';
import { TimeBackdrop, TimeFront } from '../axis/time-header.tsx';
import { pan, ticks, zoom, type TimeWindow } from '../axis/time-window.ts';
import { rowAt } from '../overview/overview.ts';
import { toAxis } from '../axis/time-axis.ts';
import { useDragZoom, useWheelZoom } from '../axis/use-zoom.ts';
import { closeFilter, useFilterResult } from '../filter/timeline-filter.ts';
import { COLUMNS, GRID_COLUMNS, waterfallWidth } from './columns.tsx';
import { HeaderRow, rowId, TimelineRow } from './timeline-row.tsx';
import { isOfServer } from './tool-name.tsx';
import { turnHeads } from './turn-heads.ts';
import { useFastScroll, useSlots } from './use-slots.ts';
import { useLiveEdge, useRedraw, useTimeScale } from '../axis/use-time-scale.ts';
import { useSize } from '../../ui/use-size.ts';
import { lastTurnStart, type TimelineView, useViewWindow } from '../axis/timeline-view.ts';
import { words } from '../words.ts';
import styles from '../timeline.module.css';
import turnHead from './turn-head.module.css';

const OverviewStrip = onDemand(
  async () => (await import('../overview/overview-strip.tsx')).OverviewStrip,
  <div className={styles.stripPlaceholder} />,
);
const HoverCard = onDemand(async () => (await import('./hover-card.tsx')).HoverCard);

/** With more calls than this, an overview of all of them is shown above. */
const OVERVIEW_FROM = 200;
const ROW = 28;
const HEADER = 24;
const TURN_HEAD = 24;
const OVERSCAN = 4;
/** Distance to the end that still counts as scrolled to the end. Pixels. */
const NEAR_END_PX = 8;
const NO_CALLS: Readonly<Record<string, CallRow>> = {};

/** The virtualized rows with their waterfall. */
export function TimelineGrid({ sessionId, view }: { readonly sessionId: string; readonly view: TimelineView }) {
  const session = useSession(sessionId, (whole) => whole);
  const callOrder = useCallOrder(sessionId);
  const selectedCallId = useWindow((state) => state.selectedCallId);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(grid);
  const redraw = useRedraw();

  const calls = session?.calls ?? NO_CALLS;
  // `calls` is mutated in place and parents never change: the order depends only on which calls exist.
  const { rows, axis, scale, live } = useTimeScale(session, view.folding);
  const matches = useFilterResult(sessionId, rows)?.matches ?? null;
  const ordered = useMemo(() => orderRows(callOrder, calls, collapsed, matches), [callOrder, calls, collapsed, matches]);

  const messages = session?.items;
  const heads = useMemo(() => turnHeads(ordered, calls, messages ?? []), [ordered, calls, messages]);
  const hasServerTools = useMemo(() => callOrder.some((callId) => calls[callId] && isOfServer(calls[callId])), [callOrder, calls]);
  // The active row is tracked by call ID: a sub-agent's calls and filters shift its index.
  const active = useMemo(() => ordered.findIndex(({ callId }) => callId === activeId), [ordered, activeId]);
  const [selected, setSelected] = useState(selectedCallId);
  if (selectedCallId !== selected) {
    setSelected(selectedCallId);
    if (selectedCallId !== null) setActiveId(selectedCallId);
  }
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => grid.current,
    getItemKey: useCallback((index: number) => ordered[index]?.callId ?? index, [ordered]),
    estimateSize: (index) => (heads.has(ordered[index]?.callId ?? '') ? TURN_HEAD + ROW : ROW),
    overscan: OVERSCAN,
    scrollPaddingStart: HEADER,
  });
  const { following, follow } = useFollowEnd(grid, sizer, NEAR_END_PX);
  const isFastScroll = useFastScroll(grid);
  const items = virtual.getVirtualItems();
  const slots = useSlots(items, Math.ceil(height / ROW) + 1 + 2 * OVERSCAN, virtual.isScrolling);
  const offset = virtual.scrollOffset ?? 0;
  const visible = items.flatMap((item) => {
    const inSight = item.end > offset && item.start < offset + height - HEADER;
    return inSight ? (calls[ordered[item.index]?.callId ?? ''] ?? []) : [];
  });
  const turnStart = useMemo(() => lastTurnStart(session?.items ?? []), [session?.items]);
  const window = useViewWindow({
    mode: view.mode,
    axis,
    rows,
    visible,
    following,
    turnStart,
    live,
    now: engineNow(),
    scrolling: virtual.isScrolling,
  });
  const empty = ordered.length === 0;
  const marks = useMemo(() => (empty ? [] : ticks(window, waterfallWidth(width))), [empty, window, width]);

  useLiveEdge(grid, live, axis, window, waterfallWidth(width), () => view.mode.type !== 'chosen' && following && redraw());
  const choose = (chosen: TimeWindow) => view.setMode({ type: 'chosen', window: chosen });
  const end = axis.lastKnown === axis.origin ? 0 : toAxis(axis, axis.lastKnown);
  useEffect(() =>
    view.bind({
      zoomBy: (factor) => choose(zoom(window, factor, following && live ? 1 : 0.5)),
      panBy: (share) => choose(pan(window, share, end)),
    }),
  );
  useWheelZoom(grid, window, end, choose);
  const dragZoom = useDragZoom(grid, window, choose);

  const showSelected = useEffectEvent(() => {
    const index = ordered.findIndex(({ callId }) => callId === selectedCallId);
    if (index >= 0) virtual.scrollToIndex(index);
  });
  useEffect(() => showSelected(), [selectedCallId]);

  const activate = useCallback((callId: string) => {
    setActiveId(callId);
    selectCall(callId);
  }, []);
  const toggle = useCallback((callId: string) => {
    setCollapsed((before) => {
      const after = new Set(before);
      if (!after.delete(callId)) after.add(callId);
      return after;
    });
  }, []);
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), ordered.length - 1);
    virtual.scrollToIndex(next);
    const callId = ordered[next]?.callId;
    setActiveId(callId ?? null);
    if (selectedCallId !== null && callId !== undefined) selectCall(callId);
  };
  const replayMarks = useReplayMarks(sessionId);
  const difference = useReplay((state) => state.goTo);
  const showDifference = useEffectEvent(() => {
    const index = ordered.findIndex(({ callId }) => callId === difference?.callId);
    if (index >= 0) moveTo(index);
  });
  useEffect(() => {
    if (difference) showDifference();
  }, [difference]);
  const goTo = (at: number) => {
    if (view.mode.type === 'chosen') choose(pan({ from: at - window.span / 2, span: window.span }, 0, end));
    virtual.scrollToIndex(
      rowAt(
        ordered.map((one) => one.callId),
        calls,
        scale,
        at,
      ),
      { align: 'center' },
    );
  };
  const followAgain = () => {
    view.setMode({ type: 'auto' });
    follow();
  };

  const activeDrawn = activeId !== null && active >= 0 && items.some((item) => item.index === active);
  const page = Math.max(1, Math.floor(height / ROW) - 2);
  return (
    <>
      {callOrder.length > OVERVIEW_FROM && <OverviewStrip rows={rows} axis={axis} window={window} onGoTo={goTo} />}
      <div
        ref={grid}
        role="treegrid"
        aria-label={words.timeline}
        aria-rowcount={ordered.length + 1}
        aria-colcount={COLUMNS.length}
        aria-activedescendant={activeDrawn ? rowId(activeId) : undefined}
        tabIndex={0}
        className={styles.grid}
        style={GRID_COLUMNS}
        data-of-servers={hasServerTools}
        onKeyDown={(event) =>
          handleGridKey(event, {
            view,
            ordered,
            calls,
            collapsed,
            active,
            page,
            moveTo,
            activate,
            toggle,
            follow: followAgain,
            filtering: matches !== null,
          })
        }
        {...dragZoom.handlers}
      >
        <HeaderRow scale={scale} window={window} marks={marks} />
        <TimeFront live={live && !empty} selection={dragZoom.selection} height={height - HEADER} />
        <div ref={sizer} className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
          <TimeBackdrop scale={scale} window={window} marks={marks} height={height - HEADER} />
          {slots.map(({ item, slot }) => {
            const one = ordered[item.index];
            const row = one && calls[one.callId];
            if (!one || !row) return null;
            const head = heads.get(one.callId);
            return (
              <Fragment key={slot}>
                {head !== undefined && (
                  // The message itself is in the conversation.
                  <div className={turnHead.head} style={{ top: item.start }} aria-hidden="true" title={head}>
                    <VisibleText text={head.slice(0, 200)} />
                  </div>
                )}
                <TimelineRow
                  sessionId={sessionId}
                  row={row}
                  level={one.level}
                  hasChildren={one.hasChildren}
                  index={item.index}
                  top={head === undefined ? item.start : item.start + TURN_HEAD}
                  scale={scale}
                  window={window}
                  besideAbove={runsBeside(calls[ordered[item.index - 1]?.callId ?? ''], row)}
                  besideBelow={runsBeside(calls[ordered[item.index + 1]?.callId ?? ''], row)}
                  replayed={replayMarks?.(one.callId)}
                  active={item.index === active}
                  selected={one.callId === selectedCallId}
                  collapsed={!one.context && collapsed.has(one.callId)}
                  context={one.context}
                  isFastScroll={isFastScroll}
                  onActivate={activate}
                  onToggle={toggle}
                />
              </Fragment>
            );
          })}
        </div>
      </div>
      <HoverCard sessionId={sessionId} grid={grid} />
      {matches?.size === 0 && callOrder.length > 0 && <NoMatches />}
      {!following && live && (
        <div className={styles.follow}>
          <Button size="small" icon={<ArrowDownToLine size={14} strokeWidth={1.5} aria-hidden="true" />} onClick={followAgain}>
            {words.follow} <Kbd keys="F" />
          </Button>
        </div>
      )}
    </>
  );
}

function NoMatches() {
  return (
    <div className={styles.overlay}>
      <EmptyState
        icon={<SearchX size={24} strokeWidth={1.5} aria-hidden="true" />}
        title={words.noCallMatches}
        actions={<Button onClick={closeFilter}>{words.clearTheFilter}</Button>}
      >
        {words.noMatchHint}
      </EmptyState>
    </div>
  );
}
