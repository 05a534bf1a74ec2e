import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { toAxis, type TimeAxis } from './time-axis.ts';
import type { TimelineView } from './timeline-view.ts';
import { pan, type TimeWindow, zoom } from './time-window.ts';
import styles from './zoom-area.module.css';

/** Zoom per wheel unit: one notch (120 units of `deltaY`) zooms by about a fifth. */
const SPEED = 0.0016;
/** A shorter drag is a click. Pixels. */
const MIN_DRAG_PX = 5;

/** A lane as it is drawn. */
export interface DrawnLane {
  readonly id: string;
  readonly axis: TimeAxis;
  readonly window: TimeWindow;
}

export interface ZoomAreaProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly view: TimelineView;
  /** The lane of an id, as it is drawn. */
  readonly laneOf: (id: string) => DrawnLane | undefined;
  /** The lane that the buttons and keys zoom, and the point of its width that stays where it is. */
  readonly current: DrawnLane | undefined;
  readonly around: number;
}

interface Drag {
  readonly lane: DrawnLane;
  readonly lines: DOMRect;
  readonly from: number;
  readonly to: number;
}

/**
 * Over the waterfall, Ctrl+wheel (or a pinch) zooms the lane below the pointer, a horizontal wheel or Shift+wheel pans it, and dragging
 * selects what is shown of it.
 */
export function ZoomArea({ grid, view, laneOf, current, around }: ZoomAreaProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const choose = (lane: DrawnLane, window: TimeWindow) => view.setMode({ type: 'chosen', laneId: lane.id, window });
  useEffect(() =>
    view.bind({
      zoomBy: (factor) => current && choose(current, zoom(current.window, factor, around)),
      panBy: (share) => current && choose(current, pan(current.window, share, endOf(current))),
    }),
  );

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const lines = waterfallAt(grid.current, event.clientX);
    const lane = lines && laneAt(grid.current, event.clientY, laneOf);
    if (!lines || !lane) return;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      choose(lane, zoom(lane.window, Math.exp(event.deltaY * SPEED), (event.clientX - lines.left) / lines.width));
    } else if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
      event.preventDefault();
      choose(lane, pan(lane.window, sideways / lines.width, endOf(lane)));
    }
  });
  const onDown = useEffectEvent((event: PointerEvent) => {
    const lines = waterfallAt(grid.current, event.clientX);
    const lane = lines && laneAt(grid.current, event.clientY, laneOf);
    if (event.button === 0 && lines && lane) setDrag({ lane, lines, from: event.clientX, to: event.clientX });
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (!drag) return;
    if (Math.abs(event.clientX - drag.from) >= MIN_DRAG_PX) grid.current?.setPointerCapture(event.pointerId);
    setDrag({ ...drag, to: Math.min(Math.max(event.clientX, drag.lines.left), drag.lines.right) });
  });
  const onUp = useEffectEvent(() => {
    if (drag && isLong(drag)) {
      const { start, share } = sharesOf(drag);
      const { from, span } = drag.lane.window;
      choose(drag.lane, { from: from + start * span, span: share * span });
    }
    setDrag(null);
  });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const ended = new AbortController();
    const { signal } = ended;
    // Not passive: page zoom and history navigation must be prevented.
    element.addEventListener('wheel', (event) => onWheel(event), { passive: false, signal });
    element.addEventListener('pointerdown', (event) => onDown(event), { signal });
    element.addEventListener('pointermove', (event) => onMove(event), { signal });
    element.addEventListener('pointerup', () => onUp(), { signal });
    element.addEventListener('pointercancel', () => setDrag(null), { signal });
    return () => ended.abort();
  }, [grid]);

  if (!drag || !isLong(drag) || !grid.current) return null;
  const left = Math.min(drag.from, drag.to) - grid.current.getBoundingClientRect().left;
  return (
    <span
      className={styles.dragging}
      style={{
        left,
        width: Math.abs(drag.to - drag.from),
        top: grid.current.offsetTop + HEADER,
        height: grid.current.clientHeight - HEADER,
      }}
      aria-hidden="true"
    />
  );
}

/** Height of the header of the grid. */
const HEADER = 24;

/** The box of the waterfall, if a place is over it. */
function waterfallAt(grid: HTMLElement | null, x: number): DOMRect | undefined {
  const lines = grid?.querySelector('[data-waterfall]')?.getBoundingClientRect();
  return lines && x >= lines.left && x <= lines.right ? lines : undefined;
}

function laneAt(grid: HTMLElement | null, y: number, laneOf: ZoomAreaProps['laneOf']): DrawnLane | undefined {
  for (const element of grid?.querySelectorAll<HTMLElement>('[data-lane]') ?? []) {
    const { top, bottom } = element.getBoundingClientRect();
    if (y >= top && y < bottom) return laneOf(element.dataset['lane'] ?? '');
  }
  return undefined;
}

function endOf({ axis }: DrawnLane): number {
  return toAxis(axis, axis.lastKnown);
}

function isLong({ from, to }: Drag): boolean {
  return Math.abs(to - from) >= MIN_DRAG_PX;
}

function sharesOf({ lines, from, to }: Drag): { readonly start: number; readonly share: number } {
  return { start: (Math.min(from, to) - lines.left) / lines.width, share: Math.abs(to - from) / lines.width };
}
