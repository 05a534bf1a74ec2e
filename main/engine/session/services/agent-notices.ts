import { randomUUID } from 'node:crypto';
import type { NotificationOutcome } from '#main/tool/services/notifier.ts';
import type { PushBus } from '../../push-bus.ts';

type WindowOutcome = Exclude<NotificationOutcome, 'config_off'>;

export interface AgentNotice {
  readonly sessionId: string;
  readonly projectDir: string;
  readonly text: string;
}

/** How long windows have to say whether they can show a notification, in milliseconds. */
const ANSWER_MS = 3000;
/** Notifications of one session in `PERIOD_MS`, shown or not. */
const MAX_IN_PERIOD = 5;
const PERIOD_MS = 10 * 60_000;

interface OpenNotice {
  /** A window shows it. */
  taken: boolean;
  readonly settle: (outcome: WindowOutcome) => void;
}

/** Notifications of agents on their way to a window: the first window that can shows them. */
export class AgentNotices {
  readonly #bus: Pick<PushBus, 'send'>;
  readonly #answerMs: number;
  readonly #open = new Map<string, OpenNotice>();
  /** When each session asked for notifications, by a monotonic clock. */
  readonly #asked = new Map<string, readonly number[]>();

  constructor(bus: Pick<PushBus, 'send'>, answerMs = ANSWER_MS) {
    this.#bus = bus;
    this.#answerMs = answerMs;
  }

  /** @throws Error when the session has sent too many. */
  async show({ sessionId, projectDir, text }: AgentNotice, signal: AbortSignal): Promise<WindowOutcome> {
    this.#count(sessionId);
    const noticeId = randomUUID();
    const { promise, resolve } = Promise.withResolvers<WindowOutcome>();
    const giveUp = (): void => resolve('no_transport');
    const timer = setTimeout(giveUp, this.#answerMs);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#open.set(noticeId, { taken: false, settle: resolve });
    try {
      if (signal.aborted) return 'no_transport';
      this.#bus.send('agent.notice', { noticeId, sessionId, projectDir, text });
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      this.#open.delete(noticeId);
    }
  }

  /** Whether the asking window may show it: once. */
  take(noticeId: string): boolean {
    const notice = this.#open.get(noticeId);
    if (!notice || notice.taken) return false;
    notice.taken = true;
    return true;
  }

  /** What a window did. Late answers are ignored. */
  answer(noticeId: string, outcome: WindowOutcome): void {
    this.#open.get(noticeId)?.settle(outcome);
  }

  #count(sessionId: string): void {
    const now = performance.now();
    const recent = (this.#asked.get(sessionId) ?? []).filter((at) => now - at < PERIOD_MS);
    if (recent.length >= MAX_IN_PERIOD)
      throw new Error(`There were ${String(MAX_IN_PERIOD)} notifications in the last ten minutes already; this one is not shown.`);
    this.#asked.set(sessionId, [...recent, now]);
  }
}
