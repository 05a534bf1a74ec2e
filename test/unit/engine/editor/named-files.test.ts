import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findNamedFiles } from '#main/engine/editor/named-files.ts';
import { TempProject } from '#test/support/temp-project.ts';

it('finds files of the project and the session, and reveals nothing about others', async () => {
  using temp = new TempProject({ 'src/app.ts': 'x', 'odd:7': 'y', 'a b.txt': 'z' });
  const results = join(temp.stateDir, 'results');
  mkdirSync(results);
  writeFileSync(join(results, 'r.txt'), 'r');
  writeFileSync(join(temp.homeDir, 'secret'), 's');
  symlinkSync(join(temp.homeDir, 'secret'), temp.path('out'));
  symlinkSync(temp.path('src/app.ts'), temp.path('in'));
  const find = async (text: string) => (await findNamedFiles({ texts: [text], folders: [temp.projectDir, results] }))[0];
  expect(await find('src/app.ts')).toEqual({ path: 'src/app.ts' });
  expect(await find('./src/app.ts:12')).toEqual({ path: './src/app.ts', line: 12 });
  expect(await find('src/app.ts:12:3')).toEqual({ path: 'src/app.ts', line: 12, column: 3 });
  expect(await find('src/app.ts:0')).toEqual({ path: 'src/app.ts', line: 1 });
  expect(await find('odd:7')).toEqual({ path: 'odd:7' });
  expect(await find('a b.txt')).toEqual({ path: 'a b.txt' });
  expect(await find('in')).toEqual({ path: 'in' });
  expect(await find(join(results, 'r.txt'))).toEqual({ path: join(results, 'r.txt') });
  for (const text of ['', 'src', 'none.ts', 'out', '../home/secret', join(temp.homeDir, 'secret'), '/etc/passwd', 'a\0b', '..'])
    expect(await find(text), text).toBeNull();
});
