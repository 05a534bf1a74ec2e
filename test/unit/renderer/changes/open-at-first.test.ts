import { expect, it } from 'vitest';
import { openAtFirst } from '../../../../renderer/changes/open-at-first.ts';

const file = (path: string, added: number | null, removed: number | null = 0) => ({ path, added, removed });

it('opens the short diffs and leaves long and binary ones closed', () => {
  const files = [
    file('package-lock.json', 4000, 900),
    file('long.txt', 45, 45),
    file('a.ts', 3, 1),
    file('logo.png', null, null),
    file('b.ts', 20),
  ];
  expect([...openAtFirst(files)]).toEqual(['a.ts', 'b.ts']);
});

it('opens the only file, however long it is', () => {
  expect([...openAtFirst([file('a.ts', 5000)])]).toEqual(['a.ts']);
  expect([...openAtFirst([file('logo.png', null, null)])]).toEqual(['logo.png']);
});

it('opens only the first files of a long list', () => {
  const files = Array.from({ length: 300 }, (_, index) => file(`${index}.txt`, 1));
  const open = openAtFirst(files);
  expect(open.has('0.txt')).toBe(true);
  expect(open.size).toBeLessThan(20);
});

it('opens nothing of an empty list', () => {
  expect(openAtFirst([]).size).toBe(0);
});
