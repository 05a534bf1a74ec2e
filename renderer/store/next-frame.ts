/** Fallback delay for hidden pages, which get no animation frames. Milliseconds. */
const AT_LATEST = 100;

/** Calls back once before the next paint, or after a short delay while the page is hidden. */
export function beforeNextPaint(callback: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, AT_LATEST);
}
