import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentCatches } from './silent-catches.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

it.each([
  ['a catch without a word', 'try { a(); } catch { b(); }', [1]],
  ['a rejection that is dropped', 'void a().catch(() => undefined);', [1]],
  ['a rejection that is dropped beside the answer', 'void a().then(b, () => undefined);', [1]],
  ['a catch with its reason', 'try { a(); } catch {\n  // Not there.\n}', []],
  ['a rejection with its reason', '// Not there.\nvoid a().catch(() => undefined);', []],
  ['what reads the error', 'try { a(); } catch (error) { log(error); }\nvoid a().catch((error) => log(error));', []],
  ['a question of yes or no', 'void a().then(() => true, () => false);', []],
  ['what throws another one', 'try { a(); } catch { throw new Error("b"); }', []],
])('finds silence without a reason: %s', (_what, source, lines) => {
  expect(silentCatches('a.ts', source)).toEqual(lines);
});

it('every error that is dropped has a reason', () => {
  const files = globSync('{main,renderer,preload,shared}/**/*.{ts,tsx}', { cwd: ROOT });
  const found = files.flatMap((file) => silentCatches(file, readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`));
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
