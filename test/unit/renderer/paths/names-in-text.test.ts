import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namesInText } from '../../../../renderer/paths/path-link.tsx';

const names = (text: string) => namesInText(text).flatMap(({ name }) => name ?? []);

it.each<[string, string[]]>([
  ['writes src/a.ts, then reads docs/b.md.', ['src/a.ts', 'docs/b.md']],
  ['See @src/a.ts#L3-9 and @"my notes/a b.txt"!', ['src/a.ts:3', 'my notes/a b.txt']],
  ['(src/a.ts:12) “package.json” and `lib/x.js`', ['src/a.ts:12', 'package.json', 'lib/x.js']],
  ['lies outside · /etc/hosts', ['/etc/hosts']],
  ['connects to https://example.com/a.ts or to anybody@example.com', ['example.com']],
  ['Just words, 1.5 of them e.g. none', ['e.g']],
  ['', []],
])('%s', (text, found) => {
  expect(names(text)).toEqual(found);
});

it('keeps all text and looks up a bounded number of names', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '/', '.', '@', '"', ' ', '#L1', ':', 'ts', '\n') }), (text) => {
      expect(
        namesInText(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
  expect(names('a/b.ts '.repeat(2000))).toHaveLength(40);
  expect(namesInText(`a/b.ts ${'x'.repeat(30_000)}`)).toHaveLength(1);
});
