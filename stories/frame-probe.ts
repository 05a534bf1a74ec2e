import { appendCall } from './append-call.ts';

/** Frame statistics of a scroll. */
export interface ScrollFrames {
  readonly frames: number;
  /** Frames missed compared with a 60 Hz display. */
  readonly dropped: number;
}

const FRAME_MS = 1000 / 60;

/** Scrolls a list at a constant speed, turning at its ends, and measures the frames. `step`: pixels per frame. */
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

/** How many frames each of `count` new calls takes to appear. 1 is the next frame. */
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
    // Space events as in a busy session: not one per frame.
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return waits;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
