import { expect, it } from 'vitest';
import { SearchThreads } from '#main/tools/ripgrep.ts';

it('concurrent searches share the cores', () => {
  const threads = new SearchThreads(8);
  expect(['a', 'b', 'c', 'd'].map((folder) => threads.start(folder))).toEqual([undefined, 4, 2, 2]);
  for (const [folder, count] of [
    ['a', undefined],
    ['b', 4],
    ['c', 2],
    ['d', 2],
  ] as const)
    threads.end(folder, count, 500);
  expect(threads.start('a')).toBeUndefined();
});

it('tries one thread in a small folder, and keeps to what was faster there', () => {
  const threads = new SearchThreads(8);
  const search = (ms: number | undefined): number | undefined => {
    const count = threads.start('here');
    threads.end('here', count, ms);
    return count;
  };
  expect(search(undefined)).toBeUndefined();
  expect(search(20)).toBeUndefined();
  // Stopped, so nothing is known of it.
  expect(search(undefined)).toBe(1);
  expect(search(30)).toBe(1);
  expect([search(20), search(25)]).toEqual([undefined, undefined]);
  // Now several are slower than one was.
  expect([search(35), search(28), search(28)]).toEqual([undefined, 1, 1]);
  expect(threads.start('elsewhere')).toBeUndefined();
});

it('always searches a large folder with several', () => {
  const threads = new SearchThreads(8);
  for (const ms of [100, 50, 40]) {
    expect(threads.start('here')).toBeUndefined();
    threads.end('here', undefined, ms);
  }
});
