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
  | 'malformed';

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set(['rate_limit', 'overloaded', 'server', 'unreachable', 'lost', 'malformed']);

/** A request that failed. `message` is one or two sentences for people that say what to do. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** Whether the same request may well succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }

  /** What the window offers beside the message. */
  get action(): 'retry' | 'enter_key' | 'none' {
    if (this.kind === 'auth') return 'enter_key';
    return this.kind === 'aborted' || this.kind === 'too_large' ? 'none' : 'retry';
  }
}

export function abortedError(): ModelError {
  return new ModelError('aborted', 'The request was stopped.');
}
