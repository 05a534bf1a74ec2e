import { rmSync, symlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RealFolders } from '#main/permission/paths/real-folders.ts';
import { TempProject } from '#test/support/temp-project.ts';

it('checks the disk again in the next turn of the event loop', async () => {
  using place = new TempProject();
  const { projectDir, homeDir } = place;
  const link = `${homeDir}/link`;
  symlinkSync(projectDir, link);
  const folders = new RealFolders();
  expect(folders.of(link)).toBe(projectDir);
  rmSync(link);
  symlinkSync(homeDir, link);
  await setImmediate();
  expect(folders.of(link)).toBe(homeDir);
  expect(folders.of(`${homeDir}/missing`)).toBe(`${homeDir}/missing`);
});
