import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { isRestoreDraft } from '#main/checkpoints/restore/restore-draft.ts';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `file-${index}.txt`);
const OLD = 'a'.repeat(50_000);

it('a process killed during checkpoints and restores leaves whole files and a usable store', async () => {
  using temp = new CheckpointFixture(Object.fromEntries(NAMES.map((name) => [name, OLD])));
  for (const after of [0, 15, 40, 80, 130, 200]) {
    for (const name of NAMES) temp.write(name, OLD);
    const script = join(appRoot, 'test/support/programs/checkpoint-until-killed.ts');
    const child = spawn(process.execPath, [script, temp.projectDir, temp.stateDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await delay(after);
    child.kill('SIGKILL');
    await once(child, 'close');
    for (const name of NAMES) {
      const content = readFileSync(temp.path(name), 'utf8');
      // The child's own writes may be cut off; restored files may not.
      expect(content === OLD || /^b*$/u.test(content), name).toBe(true);
    }
    const left = readdirSync(temp.projectDir).filter((name) => !NAMES.includes(name));
    expect(left.every(isRestoreDraft)).toBe(true);

    const messageId = await temp.turn(() => temp.write('file-0.txt', 'agent'));
    const { done } = await temp.restoreBefore(messageId);
    expect(done).toMatchObject({ restored: 1, failed: [] });
    execFileSync('git', ['fsck', '--connectivity-only'], {
      env: { PATH: process.env['PATH'], GIT_DIR: temp.store.storeDir },
      stdio: 'pipe',
    });
  }
}, 120_000);
