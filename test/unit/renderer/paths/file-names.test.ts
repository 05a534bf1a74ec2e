import { describe, expect, it } from 'vitest';
import { mayNameFile } from '../../../../renderer/paths/known-files.ts';
import { namesIn } from '../../../../renderer/terminals/screen/file-links.ts';

describe('candidate file names', () => {
  it.each(['src/app.ts', 'app.ts:12', './a', 'a b/c.txt', 'README.md', '/tmp/x.log', 'src/app.ts:12:3', '.claude/settings.json'])(
    '%s',
    (text) => {
      expect(mayNameFile(text)).toBe(true);
    },
  );
  it.each(['npm', '--flag=a/b', '1.2.3', 'https://x.test/a', 'f(a.b)', 'a\nb/c', 'x => y.z', '$HOME/x', 'e.g.', ''])('not %j', (text) => {
    expect(mayNameFile(text)).toBe(false);
  });
});

it.each([
  ['src/app.ts(12,3): error TS1: x', ['src/app.ts']],
  ['src/app.ts:12:3 - error in ./b.ts.', ['src/app.ts:12:3', './b.ts']],
  ['see https://x.test/a/b.ts and "c/d.ts"', ['c/d.ts']],
  ['  at run (/home/me/a.js:1:2)', ['/home/me/a.js:1:2']],
  ['no names here', []],
])('names in %j', (line, names) => {
  expect(namesIn(line).map(({ name }) => name)).toEqual(names);
  for (const { name, at } of namesIn(line)) expect(line.slice(at, at + name.length)).toBe(name);
});
