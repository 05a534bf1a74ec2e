import type { PushMessage } from '#shared/contract/message.ts';
import type { SessionFrame } from '#shared/session/frame.ts';

export type ProgressFrame = Extract<SessionFrame, { type: 'progress' }>;

/** Nobody can read faster changes, and each makes the window render. */
const EVERY_MS = 100;
/** Progress messages per second for all calls together; a window can still render that many. */
const WORDS_PER_SECOND = 500;

/**
 * Progress of running calls on its way to a window: the latest of each call, ten times a second at most, and less often when many calls
 * report. Bounded by the number of concurrent calls.
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

  /** One push per session; none if it is too early. `now` in milliseconds of any monotonic clock. */
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
