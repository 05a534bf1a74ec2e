/** A page that isn't painted gets no frames: then this long. Milliseconds. */
const AT_LATEST = 100;

/** Calls back once, right before the next paint; soon after in a page that isn't painted just now. */
export function beforeNextPaint(callback: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, AT_LATEST);
}
