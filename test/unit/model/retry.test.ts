import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorKind, whatHappened } from '#main/model/model-error.ts';
import { DEFAULT_RETRY, retryDelay } from '#main/model/retry.ts';
import { statusError } from '#main/model/status-error.ts';

const policy = { ...DEFAULT_RETRY, random: () => 0 };

describe('retry delay', () => {
  test.each<{ kind: ModelErrorKind; attempt: number; retryAfterMs?: number; expected: number | null }>([
    { kind: 'overloaded', attempt: 1, expected: 500 },
    { kind: 'overloaded', attempt: 2, expected: 1000 },
    { kind: 'server', attempt: 7, expected: 32_000 },
    { kind: 'server', attempt: 8, expected: null },
    { kind: 'rate_limit', attempt: 1, retryAfterMs: 7000, expected: 7000 },
    { kind: 'rate_limit', attempt: 1, retryAfterMs: 0, expected: 0 },
    { kind: 'rate_limit', attempt: 1, retryAfterMs: 3_600_000, expected: null },
    { kind: 'unreachable', attempt: 2, expected: 1000 },
    { kind: 'unreachable', attempt: 3, expected: null },
    { kind: 'malformed', attempt: 3, expected: null },
    { kind: 'stalled', attempt: 2, expected: 1000 },
    { kind: 'stalled', attempt: 3, expected: null },
    { kind: 'lost', attempt: 1, expected: 500 },
    { kind: 'auth', attempt: 1, expected: null },
    { kind: 'bad_request', attempt: 1, expected: null },
    { kind: 'forbidden', attempt: 1, expected: null },
    { kind: 'not_found', attempt: 1, expected: null },
    { kind: 'too_large', attempt: 1, expected: null },
    { kind: 'aborted', attempt: 1, expected: null },
  ])('$kind, attempt $attempt, retry-after $retryAfterMs → $expected', ({ kind, attempt, retryAfterMs, expected }) => {
    expect(retryDelay(new ModelError(kind, 'x', { retryAfterMs }), attempt, policy)).toBe(expected);
  });

  test('jitter only shortens', () => {
    expect(retryDelay(new ModelError('server', 'x'), 1, { ...policy, random: () => 0.999_999 })).toBe(375);
  });
});

test.each([
  { header: { 'retry-after-ms': '250', 'retry-after': '9' }, expected: 250 },
  { header: { 'retry-after': '2.5' }, expected: 2500 },
  { header: { 'retry-after': new Date(10_000).toUTCString() }, expected: 10_000 },
  // This machine's clock is three hours off.
  { header: { 'retry-after': new Date(10_810_000).toUTCString(), date: new Date(10_800_000).toUTCString() }, expected: 10_000 },
  { header: { 'retry-after': 'soon' }, expected: undefined },
  { header: { 'retry-after': '-3' }, expected: undefined },
  { header: {}, expected: undefined },
])('retry-after $header → $expected ms', ({ header, expected }) => {
  const error = statusError({ status: 429, message: '', headers: new Headers(Object.entries(header)), baseUrl: 'http://x', model: 'm' }, 0);
  expect(error.retryAfterMs).toBe(expected);
});

test.each([
  { seconds: '30', said: 'Wait a moment, then try again.' },
  { seconds: '600', said: 'Wait 10 minutes, then try again: the server asks for that.' },
  { seconds: '5400', said: 'Wait 90 minutes, then try again: the server asks for that.' },
  { seconds: '18000.5', said: 'Wait 6 hours, then try again: the server asks for that.' },
])('tells the person when a server asks to wait $seconds seconds', ({ seconds, said }) => {
  for (const status of [429, 529]) {
    const headers = new Headers({ 'retry-after': seconds });
    expect(statusError({ status, message: '', headers, baseUrl: 'http://x', model: 'm' }, 0).message).toContain(said);
  }
});

test('says what happened without advice, while it is tried again', () => {
  const brief = (status: number) =>
    whatHappened(statusError({ status, message: 'a. b', headers: undefined, baseUrl: 'http://x', model: 'm' }));
  expect([429, 529, 500].map(brief)).toEqual([
    'The server’s rate limit was reached (429)',
    'The server is overloaded (529)',
    'The server failed (500)',
  ]);
  expect(whatHappened(new ModelError('lost', 'http://127.0.0.1:80 closed the connection'))).toBe(
    'http://127.0.0.1:80 closed the connection',
  );
});
