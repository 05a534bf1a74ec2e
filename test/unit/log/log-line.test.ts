import { expect, it } from 'vitest';
import { z } from 'zod';
import { logLineFormat } from '#main/log/log-line.ts';

const SECRET = 'correct-horse-battery';
const format = logLineFormat({ MY_TOKEN: SECRET, SHORT_KEY: 'abc', HOME: '/home/ada' });
const lineOf = (message: string, error?: unknown): string => format({ at: 0, level: 'warn', area: 'mcp', message, error });

it('contains the time, process, level, area and message', () => {
  expect(lineOf('The list was lost')).toBe(`1970-01-01T00:00:00.000Z ${process.pid} warn mcp: The list was lost\n`);
});

it('keeps an error’s name, message, code and stack, and what caused it', () => {
  const cause = Object.assign(new TypeError('bad input'), { code: 'EBAD' });
  const lines = lineOf('It failed', new Error('no luck', { cause })).split('\n');
  expect(lines[1]).toBe('    Error: no luck');
  expect(lines[2]).toMatch(/^ {4}at .*log-line\.test\.ts/u);
  expect(lines).toContain('    caused by TypeError: bad input (EBAD)');
});

it('writes each entry so that none can pass for another', () => {
  const [, ...details] = lineOf('one', new Error('two\n1970-01-01T00:00:00.000Z 1 error mcp: forged\u001b[2J')).trimEnd().split('\n');
  expect(details.every((line) => line.startsWith('    '))).toBe(true);
  expect(lineOf('a\nb\u001b[2J')).toContain(String.raw`a\u{a}b\u{1b}[2J`);
});

it.each([
  ['the value of a variable that is named like a secret', `got ${SECRET} back`],
  ['a key', 'key sk-ant-api03-abcdefghijkl was refused'],
  ['a bearer token', 'sent Bearer abcdefghijkl'],
  ['a password in an address', 'GET https://ada:hunter22@example.com/x failed'],
  ['a parameter of an address', 'GET https://example.com/?access_token=abcdefghijkl failed'],
  ['a field of JSON', '{"apiKey": "abcdefghijkl"}'],
  ['a header', 'Authorization: Basic abcdefghijkl'],
])('replaces %s, in a message, an error and its cause', (_what, text) => {
  const line = lineOf(text, new Error(text, { cause: new Error(text) }));
  expect(line).not.toMatch(/correct-horse|abcdefghijkl|hunter22/u);
  expect(line.match(/\[secret\]/gu)?.length).toBe(3);
});

it.each<[what: string, fail: () => unknown]>([
  ['a text that is no JSON', () => JSON.parse('{"plan": "invade', undefined)],
  ['a word that is no JSON', () => JSON.parse('invade')],
  ['a value of the wrong shape', () => z.object({ plan: z.literal('none') }).parse({ plan: 'invade' })],
  ['a command that failed', () => Promise.reject(new Error('Command failed: rm -rf invade'))],
  ['the lines a parser shows', () => Promise.reject(new Error('Unexpected end at line 2:\n\ninvade\n^'))],
  ['a value that is no error', () => Promise.reject('invade')],
])('leaves out the content of %s', async (_what, fail) => {
  const error = await Promise.resolve()
    .then(fail)
    .catch((thrown: unknown) => thrown);
  expect(lineOf('It failed', error)).not.toContain('invade');
});

it('is bounded', () => {
  const error = new Error('x'.repeat(1_000_000));
  error.cause = error;
  expect(lineOf('y'.repeat(1_000_000), error).length).toBeLessThan(20_000);
});
