import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { pan, type TimeWindow, zoom } from './time-window.ts';

/** Zoom per wheel unit: one notch (120 units of `deltaY`) zooms by about a fifth. */
const SPEED = 0.0016;

/** Over the waterfall, Ctrl+wheel (or a pinch) zooms around the pointer; a horizontal wheel, or Shift+wheel, pans. */
export function useWheelZoom(
  grid: RefObject<HTMLElement | null>,
  window: TimeWindow,
  end: number,
  onChoose: (window: TimeWindow) => void,
): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const lines = grid.current?.querySelector('[data-waterfall]')?.getBoundingClientRect();
    if (!lines || event.clientX < lines.left || event.clientX > lines.right) return;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      onChoose(zoom(window, Math.exp(event.deltaY * SPEED), (event.clientX - lines.left) / lines.width));
    } else if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
      event.preventDefault();
      onChoose(pan(window, sideways / lines.width, end));
    }
  });
  useEffect(() => {
    const element = grid.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // Not passive: page zoom and history navigation must be prevented.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [grid]);
}

/** A shorter drag is a click. Pixels. */
const MIN_DRAG_PX = 5;

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly width: number;
}

/** Dragging over the waterfall selects the time window. */
export function useDragZoom(grid: RefObject<HTMLElement | null>, window: TimeWindow, onChoose: (window: TimeWindow) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = (event: PointerEvent) => {
    const lines = grid.current?.querySelector('[data-waterfall]')?.getBoundingClientRect();
    if (event.button !== 0 || !lines || event.clientX < lines.left || event.clientX > lines.right) return;
    setDrag({ from: event.clientX, to: event.clientX, left: lines.left, width: lines.width });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    if (Math.abs(event.clientX - drag.from) >= MIN_DRAG_PX) grid.current?.setPointerCapture(event.pointerId);
    setDrag({ ...drag, to: Math.min(Math.max(event.clientX, drag.left), drag.left + drag.width) });
  };
  const end = () => {
    if (drag && Math.abs(drag.to - drag.from) >= MIN_DRAG_PX) {
      const { start, share } = shares(drag);
      onChoose({ from: window.from + start * window.span, span: share * window.span });
    }
    setDrag(null);
  };
  const selection = drag && Math.abs(drag.to - drag.from) >= MIN_DRAG_PX ? shares(drag) : null;
  return { selection, handlers: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: () => setDrag(null) } };
}

function shares({ from, to, left, width }: Drag): { readonly start: number; readonly share: number } {
  return { start: (Math.min(from, to) - left) / width, share: Math.abs(to - from) / width };
}
