import type { CommandFact } from '#shared/permission/facts.ts';

/**
 * What a command may do that its words don't show, each with a reason for display; absent when known not to happen. What the project itself
 * defines (its scripts, tests and builds, called by name) counts as known.
 */
export interface Unseen {
  /** It may run other programs, and so also read and write anything. */
  readonly runs?: string;
  /** It may show or send files that no word of it names. */
  readonly reads?: string;
  /** It may change files that no word of it names. */
  readonly writes?: string;
}

export const NOTHING_UNSEEN: Unseen = {};

export const mayRun = (why: string): Unseen => ({ runs: why });

/** What a command runs that can't be analysed, as the end of a sentence that starts with the program or “It”. */
export function unseenCode({ opaqueWhy }: Pick<CommandFact, 'opaqueWhy'>): string {
  return opaqueWhy?.replace(/^It /u, '').replace(/\.$/u, '') ?? 'runs code that can’t be read here';
}
