import { expect, it } from 'vitest';
import { SearchThreads } from '#main/tools/ripgrep.ts';

it('concurrent searches share the cores', () => {
  const threads = new SearchThreads(8);
  expect(['a', 'b', 'c', 'd'].map((folder) => threads.start(folder))).toEqual([undefined, 4, 2, 2]);
  for (const folder of ['a', 'b', 'c', 'd']) threads.end(folder, 500);
  expect(threads.start('a')).toBeUndefined();
});

it('treats a folder as small after a fast search, until a single thread takes long', () => {
  const threads = new SearchThreads(8);
  const search = (ms: number | undefined): number | undefined => {
    const count = threads.start('here');
    threads.end('here', ms);
    return count;
  };
  expect(search(undefined)).toBeUndefined();
  expect(search(10)).toBeUndefined();
  expect([search(70), search(undefined), search(101)]).toEqual([1, 1, 1]);
  expect(search(70)).toBeUndefined();
  expect(search(10)).toBeUndefined();
  expect(threads.start('elsewhere')).toBeUndefined();
});
