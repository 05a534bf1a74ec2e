import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathPieces } from '../../../../renderer/ui/display/path-pieces.ts';

it.each([
  ['src/components/long-component-name.test.tsx', ['src/components', '/long-component-name.', 'test.tsx']],
  ['tsconfig.json', ['', 'tscon', 'fig.json']],
  ['src/a.ts', ['', 'src/', 'a.ts']],
  ['source/a.ts', ['source', '', '/a.ts']],
  ['a.ts', ['', '', 'a.ts']],
])('cuts %s first in its folders, then in its name', (text, pieces) => {
  const { folders, start, end } = pathPieces(text);
  expect([folders, start, end]).toEqual(pieces);
});

it('has pieces that are the whole text, none so short that it would leave a gap, and none with half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '/', '.', '😀'), maxLength: 60 }), (text) => {
      const { folders, start, end } = pathPieces(text);
      expect(folders + start + end).toBe(text);
      expect([folders, start].filter((piece) => piece !== '' && piece.length < 3)).toEqual([]);
      expect([folders, start, end].every((piece) => piece.isWellFormed())).toBe(true);
    }),
  );
});
