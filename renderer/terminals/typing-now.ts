/** A pause this long between two keys doesn't mean that somebody has stopped. Milliseconds. */
const PAUSE = 400;

let lastKeyAt = Number.NEGATIVE_INFINITY;

window.addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), { capture: true, passive: true });

/** Whether somebody uses the keyboard just now, anywhere in the window. */
export function isTypingNow(): boolean {
  return performance.now() - lastKeyAt < PAUSE;
}
