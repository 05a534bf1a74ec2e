import { useEffect, useEffectEvent, type RefObject } from 'react';
import { pan, zoom, type TimeWindow } from './time-window.ts';

/** How much one notch of a wheel zooms: 120 units of `deltaY` come to about a fifth. */
const SPEED = 0.0016;

/** Over the waterfall, Ctrl and the wheel (or a pinch) zooms around the pointer; a sideways wheel, or Shift and the wheel, pans. */
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
    // Zooming the page or going back in its history must be stopped, which a passive listener can't.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [grid]);
}
