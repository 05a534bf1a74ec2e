/** What a compaction may keep, in tokens. */
export interface CompactionBudgets {
  /** The last steps of the conversation, as they were. */
  readonly tail: number;
  /** What the user said, word for word. */
  readonly words: number;
  readonly summary: number;
}

/** Room for the next results beside the longest answer: a server may refuse a request whose answer would not fit any more. */
const HEADROOM = 8_000;

/** From how many tokens on a conversation is compacted before the next request. `maxOutput`: tokens the answer may have. */
export function compactionThreshold(window: number, maxOutput: number): number {
  return Math.floor(window - Math.min(window / 2, maxOutput + HEADROOM));
}

/** Small beside the window, and never more than is of use. `manual`: between turns nothing is half done, so no steps are kept. */
export function compactionBudgets(window: number, maxOutput: number, manual: boolean): CompactionBudgets {
  return {
    tail: manual ? 0 : Math.min(20_000, Math.floor(window / 8)),
    words: Math.min(10_000, Math.floor(window / 12)),
    summary: Math.max(512, Math.min(maxOutput, 16_000, Math.floor(window / 8))),
  };
}
