import { useEffect, useEffectEvent, type RefObject } from 'react';
import { pan, zoom, type TimeWindow } from './time-window.ts';

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
