import { defineConfig } from 'playwright/test';

/** Browser tests, against the built app. `npm test` builds it and finds a Chromium first. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Generous, because a loaded machine is slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace of every test would take half as long again. `--trace on` makes one of those that are looked into.
    trace: 'off',
    // Animations are drawn by the processor here.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['GATEHOUSE_CHROMIUM'] ? { executablePath: process.env['GATEHOUSE_CHROMIUM'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
