/**
 * What a command may do that its words don't show, each with the reason in words; absent where it is known not to. What the project itself
 * defines (its scripts, tests and builds, called by their names) counts as known.
 */
export interface Unseen {
  /** It may run other programs. Whatever can run anything can also read and write anything. */
  readonly runs?: string;
  /** It may show or send files that no word of it names. */
  readonly reads?: string;
  /** It may change files that no word of it names. */
  readonly writes?: string;
}

export const NOTHING_UNSEEN: Unseen = {};

export const mayRun = (why: string): Unseen => ({ runs: why });
