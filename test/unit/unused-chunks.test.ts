import { afterEach, expect, test } from 'vitest';
import { loadUnusedChunks, UNUSED_CHUNKS } from '#main/unused-chunks.ts';

const KEY = Symbol.for(UNUSED_CHUNKS);

afterEach(() => void Reflect.deleteProperty(globalThis, KEY));

test('loads each chunk, also those that a loaded one imports', async () => {
  const loaded: string[] = [];
  const unused = new Set<() => void>();
  const chunk = (name: string, imported?: () => void) => {
    const use = (): void => {
      loaded.push(name);
      unused.delete(use);
      if (imported) unused.add(imported);
    };
    return use;
  };
  unused.add(chunk('a', chunk('c'))).add(chunk('b'));
  Reflect.set(globalThis, KEY, unused);
  await expect(loadUnusedChunks(new AbortController().signal)).resolves.toBe(true);
  expect(loaded).toEqual(['a', 'b', 'c']);
});

test('stops before the next chunk', async () => {
  const stop = new AbortController();
  const loaded: string[] = [];
  Reflect.set(globalThis, KEY, new Set([() => (loaded.push('a'), stop.abort()), () => loaded.push('b')]));
  await expect(loadUnusedChunks(stop.signal)).resolves.toBe(false);
  expect(loaded).toEqual(['a']);
});

test('a program that runs from source has none', async () => {
  await expect(loadUnusedChunks(new AbortController().signal)).resolves.toBe(true);
});
