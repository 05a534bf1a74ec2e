import type { ThinkingRefusal } from './thinking.ts';

/** What went wrong with a request. A closed set, safe to export. */
export type ModelErrorKind =
  | 'aborted'
  | 'auth'
  | 'forbidden'
  | 'not_found'
  | 'bad_request'
  | 'too_large'
  | 'rate_limit'
  | 'overloaded'
  | 'server'
  | 'unreachable'
  | 'lost'
  /** The answer had begun, then nothing came any more. */
  | 'stalled'
  /** The answer had begun, went on and took too long in all. */
  | 'too_slow'
  | 'malformed';

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate_limit',
  'overloaded',
  'server',
  'unreachable',
  'lost',
  'stalled',
  'malformed',
]);

export type CannotStream = 'told' | 'seems';

/** A request that failed. `message` is one or two sentences for people that say what to do. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /**
   * Without streaming the server may well answer: it said that it doesn't stream, or answered as if it hadn't been asked to (`told`), or what
   * came was a stream of nothing (`seems`).
   */
  readonly cannotStream: CannotStream | undefined;
  /** What it objected to, when that was thinking; without it the server may well answer. */
  readonly thinkingRefusal: ThinkingRefusal | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      cannotStream?: CannotStream | undefined;
      thinkingRefusal?: ThinkingRefusal | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.cannotStream = details.cannotStream;
    this.thinkingRefusal = details.thinkingRefusal;
  }

  /** Whether the same request may well succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }

  /** What the window offers beside the message. */
  get action(): 'retry' | 'enter_key' | 'shorten' | 'none' {
    if (this.kind === 'auth') return 'enter_key';
    if (this.kind === 'too_large') return 'shorten';
    return this.kind === 'aborted' ? 'none' : 'retry';
  }
}

export function abortedError(): ModelError {
  return new ModelError('aborted', 'The request was stopped.');
}
