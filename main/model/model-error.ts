import type { ListFailure } from '#shared/contract/project.ts';
import type { ThinkingRefusal } from './thinking.ts';

/** Error categories of requests. A closed set, safe to export. */
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
  /** The answer started, then nothing more arrived. */
  | 'stalled'
  /** The answer kept arriving but took too long in total. */
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

/** The first sentence of its message: not what a person should do, since it is tried again by itself. */
export function whatHappened({ message }: ModelError): string {
  return message.split(/\.(?:\s|$)/u, 1)[0] ?? message;
}

/** A failed request. `message` is one or two sentences for people that say what to do. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  /** Delay requested by the server, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /**
   * Set when the server may answer without streaming: it said that it doesn't stream or ignored `stream: true` (`told`), or its stream
   * was empty or made no sense (`seems`).
   */
  readonly cannotStream: CannotStream | undefined;
  /** Set when the server rejected thinking; the request may succeed without it. */
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

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }

  /** The action offered with the message in the window. */
  get action(): 'retry' | 'enter_key' | 'shorten' | 'none' {
    if (this.kind === 'auth') return 'enter_key';
    if (this.kind === 'too_large') return 'shorten';
    return this.kind === 'aborted' ? 'none' : 'retry';
  }
}

/** Whether the key or the server would fail other requests too; `other` for what only says something about the list. */
export function listFailure(error: unknown): ListFailure {
  const kind = error instanceof ModelError ? error.kind : undefined;
  return kind === 'auth' || kind === 'forbidden' ? 'key' : kind === 'unreachable' ? 'server' : 'other';
}

export function abortedError(): ModelError {
  return new ModelError('aborted', 'The request was stopped.');
}
