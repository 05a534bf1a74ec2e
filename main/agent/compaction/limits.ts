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
