import { expect, it } from 'vitest';
import { shortNames } from '../../../../renderer/conversation/turn/short-names.ts';

it('shortens paths to their names, with folders only where names are equal', () => {
  expect(shortNames(['src/a.ts', 'src/b/index.ts', 'src/c/index.ts', 'index.ts'])).toEqual([
    'a.ts',
    'b/index.ts',
    'c/index.ts',
    'index.ts',
  ]);
  expect(shortNames(['a/b.ts'])).toEqual(['b.ts']);
  expect(shortNames(['src/api/index.js', 'src/a.js'], ['src/cart/index.js', 'src/api/index.js'])).toEqual(['api/index.js', 'a.js']);
});
