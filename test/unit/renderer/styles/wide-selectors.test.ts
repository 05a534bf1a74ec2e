import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../../renderer');

it('no rule asks what the whole document holds: each change would compute the styles of all rows that any :has() is about', () => {
  const files = globSync('**/*.css', { cwd: FOLDER });
  const wide = files.filter((file) => /(?:^|[\s,}])(?::root|html|body)[^\s,{]*:has\(/u.test(readFileSync(join(FOLDER, file), 'utf8')));
  expect(files.length).toBeGreaterThan(50);
  expect(wide).toEqual([]);
});
