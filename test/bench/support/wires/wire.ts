import type { BenchCall } from '../bench-call.ts';

/** A model API, as far as the scripted model needs it. Answers are server-sent events. */
export interface Wire {
  /** Of the requests that ask for an answer. */
  readonly path: RegExp;
  /** Whether a request belongs to the conversation; others (for a title) get a short text. All do if absent. */
  readonly isTurn?: (body: string) => boolean;
  /** The answer of this turn with `calls`, or a last message if there are none. */
  readonly answer: (turn: number, calls: readonly BenchCall[]) => string;
}
