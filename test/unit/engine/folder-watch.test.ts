import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { FolderWatch } from '#main/engine/project/folder-watch.ts';
import { TempProject } from '#test/support/temp-project.ts';

it('reports a folder renamed, replaced by a file or deleted as gone, and when it is back', async () => {
  using temp = new TempProject();
  const { projectDir } = temp;
  const received: boolean[] = [];
  const watch = new FolderWatch(projectDir, () => received.push(watch.isGone));
  const becomes = (gone: boolean, times: number) =>
    vi.waitFor(() => expect([watch.isGone, received.length]).toEqual([gone, times]), { timeout: 60_000 });
  try {
    renameSync(projectDir, `${projectDir}-away`);
    await becomes(true, 1);
    writeFileSync(projectDir, 'a file');
    rmSync(projectDir);
    renameSync(`${projectDir}-away`, projectDir);
    await becomes(false, 2);
    rmSync(projectDir, { recursive: true });
    writeFileSync(projectDir, 'a file');
    await becomes(true, 3);
    rmSync(projectDir);
    mkdirSync(projectDir);
    await becomes(false, 4);
    expect(received).toEqual([true, false, true, false]);
  } finally {
    watch.dispose();
  }
});
