import type { RealmLimits } from './process/realm.ts';

/** Limits on one run. The calls of a workflow's script are agents, most of which wait for their turn: any number of them may be open. */
export const SCRIPT_LIMITS = {
  inputChars: 4 * 1024 * 1024,
  logChars: 100_000,
  valueChars: 400_000,
  calls: 1000,
  openCalls: 100,
} as const satisfies Omit<RealmLimits, 'isRepeatable'>;

/** Longest line that the process may send. The longest message is a call, whose JSON is escaped only once. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Longest result of a call for the script, as JSON. */
export const MAX_ANSWER_CHARS = 8 * 1024 * 1024;
/** Maximum lines that a process may send in one run. */
export const MAX_LINES = 20_000;
/** Heap of the process, which only contains the script's values. */
export const HEAP_MB = 256;
/** Time for the process to start. */
export const START_MS = 20_000;
