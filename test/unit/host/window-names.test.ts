import { expect, it } from 'vitest';
import { WindowNames } from '#main/host/electron/window-names.ts';

it('gives a folder the same name each time, and no name twice at once', () => {
  const names = new WindowNames();
  const [first, second, shop] = [names.take(undefined), names.take(undefined), names.take('/work/shop')];
  expect([first, second]).toEqual(['main', 'main-2']);
  expect(shop).toMatch(/^project-[\da-f]{16}$/u);
  expect(names.take('/work/shop')).toBe(`${shop}-2`);
  expect(names.take('/work/blog')).not.toBe(shop);
  expect(new WindowNames().take('/work/shop')).toBe(shop);
});

it('gives a name again once its window is gone', () => {
  const names = new WindowNames();
  expect([names.take(undefined), names.take(undefined)]).toEqual(['main', 'main-2']);
  names.free('main');
  expect([names.take(undefined), names.take(undefined)]).toEqual(['main', 'main-3']);
});
