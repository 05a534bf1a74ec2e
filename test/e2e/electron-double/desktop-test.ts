import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'playwright/test';
import { startDouble, type DoubleApp } from './start.ts';

/** The built main and preload bundles, run on a stand-in for Electron so that they are tested on every machine. */
export const test = base.extend<{ homeDir: string; desktop: DoubleApp }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-desktop-')));
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
  desktop: async ({ homeDir }, use) => {
    const desktop = await startDouble({ homeDir });
    await use(desktop);
    await desktop.stop();
  },
});
