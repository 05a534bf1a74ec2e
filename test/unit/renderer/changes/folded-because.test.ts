import { expect, it } from 'vitest';
import { foldedBecause } from '../../../../renderer/changes/folded-because.ts';

const because = (path: string, added: number | null = 1, removed: number | null = 0) => foldedBecause({ path, added, removed });

it.each(['package-lock.json', 'deep/yarn.lock', 'web/dist/app.js', 'app.min.js', 'test/__snapshots__/a.txt', 'api.pb.go', 'api_pb2.py'])(
  '%s is generated',
  (path) => expect(because(path)).toBe('generated'),
);

it.each(['src/lock.ts', 'distance/a.ts', 'map.ts', 'a.generated', 'min.js'])('%s is not', (path) => expect(because(path)).toBeUndefined());

it('a diff of more than 200 changed lines is long', () => {
  expect(because('a.ts', 150, 50)).toBeUndefined();
  expect(because('a.ts', 150, 51)).toBe('long');
  expect(because('logo.png', null, null)).toBeUndefined();
});
