import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { visitFiles } from '#main/checkpoints/files/visit-files.ts';

/** A slow disk. */
function keepWaiting(): void {
  const start = performance.now();
  while (performance.now() - start < 5);
}

it('visits each file once, with a fast disk, a slow disk or a file too large', async () => {
  const kind = fc.constantFrom('quick', 'quick', 'quick', 'slow', 'large');
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { maxLength: 600 }), async (kinds) => {
      const isSlow = (path: string): boolean => kinds[Number(path)] === 'slow';
      let waits = 20;
      const visited: string[] = [];
      await visitFiles(
        kinds.map((_, index) => String(index)),
        {
          readSync: (path) => {
            if (isSlow(path) && (waits -= 1) >= 0) keepWaiting();
            return kinds[Number(path)] === 'large' ? undefined : path;
          },
          readAsync: (path) => Promise.resolve(path),
          visit: (path, found) => {
            expect(found).toBe(path);
            visited.push(path);
            return isSlow(path) ? Promise.resolve() : undefined;
          },
        },
      );
      expect(visited.toSorted((a, b) => Number(a) - Number(b))).toEqual(kinds.map((_, index) => String(index)));
    }),
    { numRuns: 20 },
  );
});

it('reads asynchronously after a slow read, then tries synchronous reads again', async () => {
  const here: string[] = [];
  await visitFiles(
    Array.from({ length: 400 }, (_, index) => String(index)),
    {
      readSync: (path) => {
        here.push(path);
        keepWaiting();
        return path;
      },
      readAsync: (path) => Promise.resolve(path),
      visit: () => undefined,
    },
  );
  expect(here).toEqual(['0', '257']);
});

it.each(['quick', 'slow', 'large'])('a failing visit ends the walk: %s', async (kind) => {
  const visiting = visitFiles(['0', '1', '2', '3'], {
    readSync: (path) => {
      if (kind === 'slow') keepWaiting();
      return kind === 'large' ? undefined : path;
    },
    readAsync: (path) => Promise.resolve(path),
    visit: (path) => {
      if (path === '2') throw new Error('too much');
      return undefined;
    },
  });
  await expect(visiting).rejects.toThrow('too much');
});
