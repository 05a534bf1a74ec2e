import type { SessionFrame } from '#shared/session/frame.ts';

/** Receives live updates. Losing one is harmless: the final state follows as an event. */
export interface FrameSink {
  push(frame: SessionFrame): void;
}

/** For runs without a window. */
export const noFrames: FrameSink = { push: () => undefined };
