import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mentionOf, mentionsIn } from '#shared/session/mention.ts';
import { fuzzyScore } from '#shared/session/fuzzy-score.ts';

test.each([
  ['look at @src/a.ts', [{ path: 'src/a.ts' }]],
  ['@a.ts, @b.ts. (@c.ts)', [{ path: 'a.ts' }, { path: 'b.ts' }, { path: 'c.ts' }]],
  ['@"my notes/read me.md" please', [{ path: 'my notes/read me.md' }]],
  [
    '@a.ts#L10-20 and @b.ts#L7',
    [
      { path: 'a.ts', firstLine: 10, lastLine: 20 },
      { path: 'b.ts', firstLine: 7, lastLine: 7 },
    ],
  ],
  ['@a.ts#L20-10', [{ path: 'a.ts', firstLine: 20, lastLine: 20 }]],
  ['twice @a.ts @a.ts', [{ path: 'a.ts' }]],
  ['mail me at ada@example.com', []],
  ['@ nothing, @@twice', []],
  ['@/etc/passwd @~/x', [{ path: '/etc/passwd' }, { path: '~/x' }]],
])('%s', (text, mentions) => {
  expect(mentionsIn(text)).toEqual(mentions);
});

test('more than twenty stay text', () => {
  expect(mentionsIn(Array.from({ length: 30 }, (_, index) => `@f${index}`).join(' '))).toHaveLength(20);
});

test('a written mention is parsed back to its path', () => {
  const path = fc.stringMatching(/^[\w./ \-ä,()@#]{1,40}$/u).filter((written) => !/#L\d/u.test(written));
  fc.assert(
    fc.property(path, (written) => {
      expect(mentionsIn(`see ${mentionOf(written)} now`)).toEqual([{ path: written }]);
    }),
  );
});

describe('fuzzy', () => {
  const best = (query: string, ...paths: string[]) =>
    paths
      .filter((path) => fuzzyScore(query, path) !== undefined)
      .toSorted((a, b) => (fuzzyScore(query, b) ?? 0) - (fuzzyScore(query, a) ?? 0))[0];

  test.each([
    ['gate', 'main/permission/gate.ts', ['docs/great.md', 'main/agent/target.ts', 'main/permission/gate.ts']],
    ['mpg', 'main/permission/gate.ts', ['lamp.ging', 'main/permission/gate.ts']],
    ['rt', 'read-tool.ts', ['art.ts', 'read-tool.ts']],
    ['RT', 'readTool.ts', ['artful.ts', 'readTool.ts']],
    ['xyz', undefined, ['a.ts']],
  ])('%s finds %s', (query, expected, paths) => {
    expect(best(query, ...paths)).toBe(expected);
  });
});
