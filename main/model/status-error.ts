import { shorten } from '#shared/shorten.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';
import { refusesStreaming } from './retry.ts';
import { thinkingRefusal } from './thinking.ts';

export interface ErrorAnswer {
  readonly status: number;
  /** The server's error message, untrusted. */
  readonly message: string;
  readonly headers: { get(name: string): string | null } | undefined;
  readonly baseUrl: string;
  readonly model: string;
}

/** Error for an HTTP status. */
export function statusError(answer: ErrorAnswer, now: number = Date.now()): ModelError {
  const kind = kindOf(answer);
  const retryAfterMs = retryAfter(answer.headers, now);
  return new ModelError(kind, sentence(kind, answer, waitFor(retryAfterMs)), {
    status: answer.status,
    retryAfterMs,
    cannotStream: refusesStreaming(answer.status, answer.message) ? 'told' : undefined,
    thinkingRefusal: kind === 'bad_request' ? thinkingRefusal(answer.status, answer.message) : undefined,
  });
}

/** Servers phrase it differently; all of these mean that the conversation is too long. */
const OVERFLOW = /prompt is too long|context (window|length|limit)|maximum context|too many (input )?tokens|exceeds? .{0,40}context/i;

function kindOf({ status, message }: ErrorAnswer): ModelErrorKind {
  if (status === 413 || ((status === 400 || status === 422) && OVERFLOW.test(message))) return 'too_large';
  if (status === 401) return 'auth';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limit';
  if (status === 529) return 'overloaded';
  if (status === 408 || status === 409 || status >= 500) return 'server';
  return 'bad_request';
}

function sentence(kind: ModelErrorKind, { status, message, baseUrl, model }: ErrorAnswer, wait: string): string {
  const said = message.trim() === '' ? '' : ` The server said: ${shorten(message.trim(), 500)}`;
  switch (kind) {
    case 'auth':
      return `The server refused the key (${status}). Check it (ANTHROPIC_API_KEY), or enter another one in the window.${said}`;
    case 'forbidden':
      return `The key may not do this (${status}). Check what the key’s account is allowed to use.${said}`;
    case 'not_found':
      return `${baseUrl} doesn’t know the model “${model}” or isn’t a Messages API (404). Choose another model, or check the address.${said}`;
    case 'too_large':
      return `The conversation no longer fits into the model’s context window. Shorten it with /compact, or edit the last message and ask for less at once.${said}`;
    case 'rate_limit':
      return `The server’s rate limit was reached (429). ${wait}${said}`;
    case 'overloaded':
      return `The server is overloaded (${status}). ${wait}${said}`;
    case 'server':
      return `The server failed (${status}). Try again. If it keeps failing, check its status page or log.${said}`;
    default:
      return `The server didn’t accept the request (${status}).${/max_tokens/.test(message) ? ' Set CLAUDE_CODE_MAX_OUTPUT_TOKENS to what the model allows and start again.' : ''}${said}`;
  }
}

const MINUTE_MS = 60_000;

/** Advice on when to retry: long delays aren't waited for. */
function waitFor(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined || retryAfterMs < 2 * MINUTE_MS) return 'Wait a moment, then try again.';
  const minutes = Math.ceil(retryAfterMs / MINUTE_MS);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `Wait ${time}, then try again: the server asks for that.`;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds; `undefined` when absent or invalid. */
function retryAfter(headers: ErrorAnswer['headers'], now: number): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const text = headers?.get('retry-after');
  if (!text) return undefined;
  const seconds = Number(text);
  const delay = Number.isNaN(seconds) ? Date.parse(text) - serverTime(headers, now) : seconds * 1000;
  return delay >= 0 && Number.isFinite(delay) ? delay : undefined;
}

/** Dates are relative to the server's clock, from its `date` header; this machine's may be hours off. */
function serverTime(headers: ErrorAnswer['headers'], now: number): number {
  const told = Date.parse(headers?.get('date') ?? '');
  return Number.isNaN(told) ? now : told;
}
