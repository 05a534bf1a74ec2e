import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';

/** Fits the terminal to an element and reports the columns and rows. Returns a dispose function. */
export function fitTo(terminal: Terminal, room: HTMLElement, onFit: (cols: number, rows: number) => void): () => void {
  const addon = new FitAddon();
  terminal.loadAddon(addon);
  let frame = 0;
  const fit = () => {
    const size = addon.proposeDimensions();
    // An element that isn't rendered has no size.
    if (!size || !(size.cols > 2) || !(size.rows > 1)) return;
    terminal.resize(size.cols, size.rows);
    onFit(size.cols, size.rows);
  };
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  });
  observer.observe(room);
  fit();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
