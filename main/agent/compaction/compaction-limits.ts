import type { SessionEvent } from '#shared/session/event.ts';

export interface CompactionSettings {
  /** Whether the conversation is compacted automatically (`autoCompactEnabled`). */
  readonly enabled: boolean;
  /** Upper limit on the context window to assume, in tokens (`autoCompactWindow`). */
  readonly window?: number | undefined;
}

/** Consecutive failures after which automatic compaction stops. */
const MAX_FAILURES = 3;
/** Consecutive compactions in quick succession after which automatic compaction stops. */
const MAX_SHORT = 3;
/** Two compactions with fewer answers between them count as in quick succession. */
const SHORT = 2;

/** Prevents automatic compaction from looping. A fold of the log plus failures; reset by the user's next message. */
export class CompactionPace {
  readonly #agentId: string | undefined;
  #failures = 0;
  #short = 0;
  /** Answers since the last compaction. */
  #answers = Number.POSITIVE_INFINITY;
  #summaries = new Set<string>();

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  /** Whether another automatic compaction may be tried. */
  get mayTry(): boolean {
    return this.#failures < MAX_FAILURES && this.#short < MAX_SHORT && this.#answers > 0;
  }

  failed(): void {
    this.#failures += 1;
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    switch (event.type) {
      case 'user.message':
        if (event.data.origin === 'reminder' || event.data.origin === 'interruption') return;
        this.#failures = 0;
        this.#short = 0;
        return;
      case 'request.started':
        if (event.data.purpose === 'compaction') this.#summaries.add(event.data.requestId);
        return;
      case 'request.ended':
        if (!this.#summaries.delete(event.data.requestId) && event.data.outcome === 'ok') this.#answers += 1;
        return;
      case 'conversation.compacted':
        this.#short = this.#answers < SHORT ? this.#short + 1 : 0;
        this.#answers = 0;
        this.#failures = 0;
        return;
      case 'conversation.rewound':
        this.#answers = Number.POSITIVE_INFINITY;
        return;
      default:
        return;
    }
  }
}

/** What a compaction may keep, in tokens. */
export interface CompactionBudgets {
  /** The last steps of the conversation, verbatim. */
  readonly tail: number;
  /** The user's messages, verbatim. */
  readonly words: number;
  readonly summary: number;
}

/** Reserved for the next results on top of the longest answer: servers may reject a request whose answer might not fit. */
const HEADROOM = 8_000;

/** Conversation size in tokens above which it is compacted before the next request. `maxOutput`: token limit of the answer. */
export function compactionThreshold(window: number, maxOutput: number): number {
  return Math.floor(window - Math.min(window / 2, maxOutput + HEADROOM));
}

/** A small share of the window with an upper bound. `manual`: keeps no steps, since nothing is in progress between turns. */
export function compactionBudgets(window: number, maxOutput: number, manual: boolean): CompactionBudgets {
  return {
    tail: manual ? 0 : Math.min(20_000, Math.floor(window / 8)),
    words: Math.min(10_000, Math.floor(window / 12)),
    summary: Math.max(512, Math.min(maxOutput, 16_000, Math.floor(window / 8))),
  };
}
