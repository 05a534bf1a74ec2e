/**
 * The timeline with 10,000 calls in a real browser: frames dropped while scrolling, compared with an empty virtual list on the same page in
 * the same run, and how many frames a new call takes to appear.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { z } from 'zod';
import { build, mergeConfig, preview, type UserConfig } from 'vite';
import { appRoot } from '#main/app-root.ts';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import storiesConfig from '../../vite.stories.config.ts';
import { printGoals } from './support/goal-table.ts';
import { median, quantile } from './support/statistics.ts';

const CALLS = 10_000;
const ROUNDS = 5;
const FRAMES = 150;
const scrollFramesSchema = z.object({ frames: z.number(), dropped: z.number() });

const PACES = [
  { name: 'reading pace', pixels: 40 },
  { name: 'a flick', pixels: 900 },
] as const;

const outDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const config: UserConfig = mergeConfig(storiesConfig, {
  configFile: false,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(appRoot, 'stories/panes.html') } },
});
await build(config);
const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } });
// Without a display there is no GPU, and its software replacement would be measured.
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const address = server.resolvedUrls?.local[0] ?? '';
  const open = (story: string) => openStory(browser, `${address}panes.html?story=${story}&count=${CALLS}`);
  const floor = await open('floor');
  const timeline = await open('long');
  const rows = [];
  for (const { name, pixels } of PACES) {
    const floors: number[] = [];
    const figures: number[] = [];
    // Alternating, so that other load affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      await floor.bringToFront();
      floors.push(await droppedShare(floor, '[role=list]', pixels));
      await timeline.bringToFront();
      figures.push(await droppedShare(timeline, '[role=treegrid]', pixels));
    }
    const bare = median(floors);
    rows.push({ name: `dropped, ${name}, %`, figure: median(figures), goal: bare + 1, baselines: { 'empty list': bare } });
  }
  const following = await open('long');
  const waits = z.array(z.number()).parse(await following.evaluate('framesUntilShown(60)'));
  rows.push({ name: 'frames to a new row, p95', figure: quantile(waits, 0.95), goal: 1, baselines: {} });
  printGoals(`The timeline with ${CALLS} calls, ${ROUNDS} × ${FRAMES} frames`, rows);
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
}

async function openStory(shown: Browser, url: string) {
  const page = await shown.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.locator('[role="treegrid"] [role="row"], [role="list"] [role="listitem"]').nth(5).waitFor();
  return page;
}

/** Frames dropped while scrolling, in percent of those expected. */
async function droppedShare(page: Page, list: string, pixels: number): Promise<number> {
  const { frames, dropped } = scrollFramesSchema.parse(await page.evaluate(`scrollFrames('${list}', ${FRAMES}, ${pixels})`));
  return (dropped / (frames + dropped)) * 100;
}
