import type { SessionFrame } from '#shared/session/frame.ts';

/** Where live updates go. Losing one does no harm: the settled fact follows as an event. */
export interface FrameSink {
  push(frame: SessionFrame): void;
}

/** For runs that nobody watches. */
export const noFrames: FrameSink = { push: () => undefined };
