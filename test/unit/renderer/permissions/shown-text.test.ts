import { describe, expect, it } from 'vitest';
import { shortenPaths } from '../../../../renderer/permissions/card/shown-text.ts';

describe('paths on a card', () => {
  it.each([
    ['writes /home/me/shop/src/a.js', 'writes src/a.js'],
    ['No rule allows editing /home/me/shop/src/a.js.', 'No rule allows editing src/a.js.'],
    ['/home/me/shop/link is a link to /etc/passwd', 'link is a link to /etc/passwd'],
    ['reads /home/me/shop/a · writes /home/me/shop/b', 'reads a · writes b'],
    ['works in /home/me/shop', 'works in the project folder'],
    ['/home/me/shop', 'the project folder'],
    ['deletes /home/me/shop and everything in it', 'deletes the project folder and everything in it'],
  ])('%s', (text, shown) => expect(shortenPaths(text, '/home/me/shop')).toBe(shown));

  it.each([
    ['a folder with the same prefix', 'writes /home/me/shop-2/src/a.js'],
    ['a path that only contains it', 'writes /mnt/home/me/shop/src/a.js'],
    ['what would look like a path from the root', 'writes /home/me/shop//etc/passwd'],
    ['what would look like a path in the home folder', 'writes /home/me/shop/~/.bashrc'],
    ['a name that begins with a blank', 'writes /home/me/shop/ /etc/passwd'],
  ])('leaves %s unchanged', (_, text) => expect(shortenPaths(text, '/home/me/shop')).toBe(text));

  it('leaves everything unchanged when the project is the root or unknown', () => {
    expect(shortenPaths('writes /etc/hosts', '/')).toBe('writes /etc/hosts');
    expect(shortenPaths('writes /etc/hosts', '')).toBe('writes /etc/hosts');
  });
});
