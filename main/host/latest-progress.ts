import type { PushMessage } from '#shared/contract/message.ts';
import type { SessionFrame } from '#shared/session/frame.ts';

export type ProgressFrame = Extract<SessionFrame, { type: 'progress' }>;

/** Nobody reads what changes faster, and a window draws again for each. */
const EVERY_MS = 100;
/** And of hundreds nobody reads each: as many words as this a second are what a window still draws with ease. */
const WORDS_PER_SECOND = 500;

/**
 * What running calls report, on its way to a window: the last of each call, told ten times a second at most, and less often when many report.
 * Bounded by the calls that run at once.
 */
export class LatestProgress {
  readonly #sessions = new Map<string, Map<string, ProgressFrame>>();
  #nextAt = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  set(sessionId: string, frame: ProgressFrame): void {
    const calls = this.#sessions.get(sessionId) ?? new Map<string, ProgressFrame>();
    this.#sessions.set(sessionId, calls);
    calls.set(frame.callId, frame);
  }

  /** One push for each session; none while it isn't time yet. `now` in milliseconds of any clock that only goes forward. */
  take(now: number): PushMessage[] {
    if (this.isEmpty || now < this.#nextAt) return [];
    const words = [...this.#sessions.values()].reduce((sum, { size }) => sum + size, 0);
    this.#nextAt = now + Math.max(EVERY_MS, (words / WORDS_PER_SECOND) * 1000);
    const taken = [...this.#sessions].map(([sessionId, calls]): PushMessage => ({
      push: 'session.frames',
      payload: { sessionId, frames: [...calls.values()] },
    }));
    this.#sessions.clear();
    return taken;
  }
}
