/** A shorter pause between keys still counts as typing. Milliseconds. */
const PAUSE = 400;

let lastKeyAt = Number.NEGATIVE_INFINITY;

window.addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), { capture: true, passive: true });

/** Whether the user is typing anywhere in the window. */
export function isTypingNow(): boolean {
  return performance.now() - lastKeyAt < PAUSE;
}
