import { expect, it } from 'vitest';
import { MAX_COLOURED, tokensWithin } from '../../../../renderer/code/code-tokens.ts';
import { findTokens } from '../../../../renderer/code/find-tokens.ts';
import { unnumbered } from '../../../../renderer/code/numbered-code.tsx';

const never = new AbortController().signal;

async function kindsOf(text: string, hint: string): Promise<string[]> {
  return (await findTokens(text, hint, never)).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`);
}

it('finds the language by the name of a code block or of a file', async () => {
  expect(await kindsOf('const low = 1;', 'ts')).toContain('keyword const');
  expect(await kindsOf('const low = 1;', 'src/tide.mts')).toContain('number 1');
  expect(await kindsOf('def low(): return "tide"', 'tide.py')).toContain('string "tide"');
  expect(await kindsOf('# note\nexport A=1', 'bash')).toContain('comment # note');
  expect(await kindsOf('{"tide": true}', 'settings.json')).toEqual(expect.arrayContaining(['property "tide"', 'number true']));
  expect(await kindsOf('FROM node', 'Dockerfile')).toContain('keyword FROM');
});

it('leaves text in an unknown language as it is', async () => {
  expect(await kindsOf('const low = 1;', 'tidal')).toEqual([]);
  expect(await kindsOf('const low = 1;', 'notes.unknown')).toEqual([]);
  expect(await kindsOf('const low = 1;', '../constructor')).toEqual([]);
});

it('lets others have a turn while it reads a long text, and stops when it is told to', async () => {
  const text = 'const low = [1, "two", /three/];\n'.repeat(MAX_COLOURED / 33);
  let turns = 0;
  const timer = setInterval(() => (turns += 1));
  const tokens = await findTokens(text, 'ts', never);
  clearInterval(timer);
  expect(tokens.length).toBeGreaterThan(5000);
  expect(turns).toBeGreaterThan(0);
  const stop = new AbortController();
  const stopped = findTokens(text, 'ts', stop.signal);
  stop.abort();
  expect(await stopped).toEqual([]);
});

it('cuts tokens to a part of the text', () => {
  const tokens = [
    { from: 0, to: 4, kind: 'keyword' },
    { from: 6, to: 12, kind: 'string' },
    { from: 14, to: 20, kind: 'comment' },
  ] as const;
  expect(tokensWithin(tokens, 5, 15)).toEqual([
    { from: 1, to: 7, kind: 'string' },
    { from: 9, to: 10, kind: 'comment' },
  ]);
});

it('tells the code of numbered lines from the numbers and from what follows', () => {
  const text = '  9\tconst a = 1;\n 10\t\n<system-reminder>const</system-reminder>';
  const { code, lines } = unnumbered(text);
  expect(code).toBe('const a = 1;\n\n');
  expect(lines.map(({ at, length }) => text.slice(at, at + length))).toEqual(['const a = 1;', '']);
});
