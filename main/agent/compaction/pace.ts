import type { SessionEvent } from '#shared/session/event.ts';

/** Compactions that may fail in a row before no more are tried by themselves. */
const MAX_FAILURES = 3;
/** Compactions that may follow each other with hardly anything between. */
const MAX_SHORT = 3;
/** Answers between two compactions below which the second came too soon. */
const SHORT = 2;

/** Keeps automatic compaction from going round in circles (a fold of the log, and what failed). A person's next message starts over. */
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

  /** Whether another one may be tried unasked. */
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
