import type { RealmLimits } from './process/realm.ts';

/** Of one run. */
export const SCRIPT_LIMITS = {
  inputChars: 4 * 1024 * 1024,
  logChars: 100_000,
  valueChars: 400_000,
  calls: 1000,
  openCalls: 100,
} as const satisfies RealmLimits;

/** Longest line of the process. The longest message is a call; its JSON escapes nothing twice. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Longest value that a call gives to the script, as JSON. */
export const MAX_ANSWER_CHARS = 8 * 1024 * 1024;
/** Lines that a process may send in one run, before it counts as broken. */
export const MAX_LINES = 20_000;
/** Of the process. The heap of a script holds its values and nothing else. */
export const HEAP_MB = 256;
/** A process that hasn't started by then can't be used. */
export const START_MS = 20_000;
