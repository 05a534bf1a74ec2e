import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { soak } from './soak.ts';

let tmpDir: string;
beforeEach(() => {
  tmpDir = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'));
  vi.stubEnv('TMPDIR', tmpDir);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(tmpDir, { recursive: true, force: true });
});

/** Idle sessions stay open up to a number. Of these sessions, every second one is left open, so that number is reached here. */
const WARM = 18;

it.runIf(process.platform === 'linux')(
  'after many sessions an engine holds no more memory, files, processes and temporary files',
  async () => {
    const [warm, last] = await soak({ sessions: 2 * WARM, every: WARM, tmpDir });
    if (!warm || !last) throw new Error('Nothing was measured.');
    expect(last).toMatchObject({ processes: warm.processes, temporary: 0 });
    // A session left open holds three files.
    expect(last.files - warm.files).toBeLessThanOrEqual(6);
    // Each of these sessions makes about 400 KiB of events.
    expect(last.heap - warm.heap).toBeLessThan(5_000);
  },
);
