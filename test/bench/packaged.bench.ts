/** The packaged app beside the built one, both on the stand-in for Electron: to the window's first state, and idle memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appRoot } from '#main/app-root.ts';
import { packageApp } from '#test/support/packaged-app.ts';
import { startDouble } from '../e2e/electron-double/start.ts';
import { printGoals } from './support/goal-table.ts';
import { median, quantile } from './support/statistics.ts';
import { pssOf } from './support/tree-memory.ts';

const RUNS = 9;
const IDLE_MS = 2000;

const dir = mkdtempSync(join(tmpdir(), 'gatehouse-packaged-'));
try {
  const { appDir } = await packageApp(dir);
  const apps = [appRoot, appDir].map((folder) => ({ folder, starts: [] as number[], memory: [] as number[] }));
  // Alternating, so that load changes affect both.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const app of apps) {
      const found = await startOnce(app.folder, mkdtempSync(join(dir, 'home-')));
      // The first run reads everything from disk.
      if (run === 0) continue;
      app.starts.push(found.start);
      app.memory.push(found.memory);
    }
  }
  const [built, packaged] = apps;
  if (!built || !packaged) throw new Error('Nothing was measured.');
  const rows = [
    { name: 'start to window, ms', of: built.starts, ours: packaged.starts },
    { name: 'idle memory of main (PSS), MiB', of: built.memory, ours: packaged.memory },
  ];
  printGoals(
    `The packaged app: median of ${RUNS}; goal: at most a tenth more than the app as npm start runs it`,
    rows.map(({ name, of, ours }) => ({
      name,
      figure: median(ours),
      // They run the same code: less than that is noise.
      goal: median(of) * 1.1,
      baselines: { p95: quantile(ours, 0.95), 'npm start': median(of) },
    })),
  );
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

async function startOnce(appDir: string, homeDir: string): Promise<{ start: number; memory: number }> {
  const started = performance.now();
  const app = await startDouble({ homeDir, appDir });
  try {
    await app.ask('request', { id: 1, command: 'app.state', input: {} });
    const start = performance.now() - started;
    await sleep(IDLE_MS);
    return { start, memory: app.pid === undefined ? Number.NaN : pssOf(app.pid) };
  } finally {
    await app.stop();
  }
}
