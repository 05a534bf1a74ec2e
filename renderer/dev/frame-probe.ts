import { appendCall } from './append-call.ts';

/** What scrolling cost in frames. */
export interface ScrollFrames {
  readonly frames: number;
  /** Frames that a 60 Hz display would have shown and didn't. */
  readonly dropped: number;
}

const FRAME_MS = 1000 / 60;

/** Scrolls a list at a steady pace, turning round at its ends, and watches the frames. `step`: pixels per frame. */
export async function scrollFrames(list: string, frames: number, step: number): Promise<ScrollFrames> {
  const element = document.querySelector(list);
  if (!element) throw new Error(`Nothing to scroll at ${list}`);
  const end = element.scrollHeight - element.clientHeight;
  let at = element.scrollTop;
  let down = at < end / 2;
  let dropped = 0;
  let last = await nextFrame();
  for (let seen = 0; seen < frames; seen += 1) {
    at += down ? step : -step;
    if (at < 0 || at > end) down = !down;
    element.scrollTop = at;
    const now = await nextFrame();
    dropped += Math.max(0, Math.round((now - last) / FRAME_MS) - 1);
    last = now;
  }
  return { frames, dropped };
}

/** How many frames after its arrival a new call's row is there, for each of `count` calls. 1 is the very next one. */
export async function framesUntilShown(count: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await nextFrame();
    const row = `timeline-row-${appendCall()}`;
    let frames = 0;
    do {
      await nextFrame();
      frames += 1;
    } while (!document.getElementById(row) && frames < 60);
    waits.push(frames);
    // As events come in a busy session: not one in each frame.
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return waits;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
