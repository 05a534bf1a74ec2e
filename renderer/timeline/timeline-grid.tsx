import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useWindow } from '../store/app-store.ts';
import { useCallOrder, useSession } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { callsOf } from './calls-of.ts';
import { engineNow, observeEventTime } from './clock.ts';
import { handleGridKey } from './grid-keys.ts';
import { orderRows, runsBeside } from './row-order.ts';
import { isLive } from './segments.ts';
import { buildAxis } from './time-axis.ts';
import { TimeBackdrop, TimeHeader } from './time-header.tsx';
import { ticks, zoom } from './time-window.ts';
import { rowId, TimelineRow } from './timeline-row.tsx';
import { useDragZoom } from './use-drag-zoom.ts';
import { useFollow } from './use-follow.ts';
import { useLiveEdge, useRedraw } from './use-live-edge.ts';
import { useSize } from './use-size.ts';
import type { TimelineView } from './use-timeline-view.ts';
import { lastTurnStart, viewWindow } from './view-range.ts';
import styles from './timeline.module.css';

const ROW = 28;
const HEADER = 24;

/** The rows, windowed, beside their waterfall. */
export function TimelineGrid({ sessionId, view }: { readonly sessionId: string; readonly view: TimelineView }) {
  const session = useSession(sessionId, (whole) => whole);
  const callOrder = useCallOrder(sessionId);
  const selectedCallId = useWindow((state) => state.selectedCallId);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(-1);
  const grid = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(grid);
  const redraw = useRedraw();

  const rows = session ? callsOf(session) : [];
  const calls = session?.calls ?? {};
  // Parents never change, so the order only depends on which calls there are.
  // eslint-disable-next-line -- `calls` is one object for ever.
  const ordered = useMemo(() => orderRows(callOrder, calls, collapsed), [callOrder, collapsed]);
  const live = session?.turn != null || rows.some(isLive);
  const now = engineNow();
  // eslint-disable-next-line -- the axis is made anew for what happened, not for time passing.
  const axis = useMemo(() => buildAxis(rows, engineNow(), view.folding), [session, view.folding]);

  const virtual = useVirtualizer({ count: ordered.length, getScrollElement: () => grid.current, estimateSize: () => ROW, overscan: 8, scrollPaddingStart: HEADER });
  const { following, follow } = useFollow(grid, height);
  const items = virtual.getVirtualItems();
  const visible = items.flatMap((item) => {
    const inSight = item.end > (virtual.scrollOffset ?? 0) && item.start < (virtual.scrollOffset ?? 0) + height - HEADER;
    return inSight ? (calls[ordered[item.index]?.callId ?? ''] ?? []) : [];
  });
  const turnStart = session ? lastTurnStart(session.items) : 0;
  const window = viewWindow({ mode: view.mode, axis, rows, visible, following, turnStart, live, now });
  const { from, span } = window;
  const steady = useMemo(() => ({ from, span }), [from, span]);
  const waterfall = grid.current?.querySelector('[data-waterfall]')?.clientWidth ?? width * 0.4;
  const marks = useMemo(() => ticks(steady, waterfall), [steady, waterfall]);

  useEffect(() => {
    if (session && session.seq > 0) observeEventTime(session.updatedAt);
  }, [session]);
  useLiveEdge(grid, live, axis, steady, () => view.mode.type !== 'chosen' && following && redraw());
  useEffect(() => view.bindZoom((factor) => view.setMode({ type: 'chosen', window: zoom(steady, factor, following && live ? 1 : 0.5) })));
  const dragZoom = useDragZoom(grid, steady, (chosen) => view.setMode({ type: 'chosen', window: chosen }));

  const activate = useCallback(
    (index: number) => {
      setActive(index);
      const callId = ordered[index]?.callId;
      if (callId !== undefined) selectCall(callId);
    },
    [ordered],
  );
  const toggle = useCallback((callId: string) => {
    setCollapsed((before) => {
      const after = new Set(before);
      if (!after.delete(callId)) after.add(callId);
      return after;
    });
  }, []);
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), ordered.length - 1);
    setActive(next);
    virtual.scrollToIndex(next);
    const callId = ordered[next]?.callId;
    if (selectedCallId !== null && callId !== undefined) selectCall(callId);
  };

  const activeId = ordered[active]?.callId;
  const activeDrawn = activeId !== undefined && items.some((item) => item.index === active);
  return (
    <>
      <div
        ref={grid}
        role="treegrid"
        aria-label="Timeline"
        aria-rowcount={ordered.length + 1}
        aria-colcount={6}
        aria-activedescendant={activeDrawn ? rowId(activeId) : undefined}
        tabIndex={0}
        className={styles.grid}
        style={{ '--grid-height': `${height}px` } as CSSProperties}
        onKeyDown={(event) => handleGridKey(event, { view, ordered, calls, collapsed, active, page: Math.max(1, Math.floor(height / ROW) - 2), moveTo, activate, toggle, follow: () => { view.setMode({ type: 'auto' }); follow(); } })}
        {...dragZoom.handlers}
      >
        <TimeHeader axis={axis} window={steady} marks={marks} live={live} />
        <TimeBackdrop axis={axis} window={steady} marks={marks} live={live} selection={dragZoom.selection} />
        <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const one = ordered[item.index];
            const row = one && calls[one.callId];
            if (!one || !row) return null;
            return (
              <TimelineRow
                key={one.callId}
                sessionId={sessionId}
                ordered={one}
                index={item.index}
                top={item.start}
                axis={axis}
                window={steady}
                beside={runsBeside(calls[ordered[item.index - 1]?.callId ?? ''], row)}
                active={item.index === active}
                selected={one.callId === selectedCallId}
                collapsed={collapsed.has(one.callId)}
                onActivate={activate}
                onToggle={toggle}
              />
            );
          })}
        </div>
      </div>
      {!following && live && (
        <div className={styles.follow}>
          <Button size="small" icon={<ArrowDownToLine size={14} strokeWidth={1.5} aria-hidden="true" />} onClick={follow}>
            Follow <Kbd keys="F" />
          </Button>
        </div>
      )}
    </>
  );
}
