/**
 * From navigation to the window's first paint and to a usable composer, compared with a one-line page from the same server in the same run.
 * Nothing is cached.
 */
import type { BrowserContext } from 'playwright';
import { z } from 'zod';
import { MessagesServer } from '#test/support/messages-server.ts';
import { printGoals } from './support/goal-table.ts';
import { loadLine } from './support/load-line.ts';
import { MainThread } from './support/main-thread.ts';
import { ServedWindow } from './support/served-window.ts';
import { median, quantile } from './support/statistics.ts';

const RUNS = 15;

/** In the page, before its own scripts: when the composer appeared, in milliseconds since the navigation. */
const WATCH_COMPOSER = `
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('textarea:enabled') === null) return;
    observer.disconnect();
    window.composerAt = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });`;

/** Resolves when the first paint is known. */
const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

interface Load {
  readonly paint: number;
  readonly composer: number;
  readonly work: number;
}

async function load(context: BrowserContext, address: string, waitsForComposer: boolean): Promise<Load> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.addInitScript(WATCH_COMPOSER);
    const thread = await MainThread.of(page);
    await page.goto(address, { waitUntil: 'commit' });
    const paint = z.number().parse(await page.evaluate(FIRST_PAINT));
    if (!waitsForComposer) return { paint, composer: Number.NaN, work: (await thread.work()).tasks };
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    return { paint, composer: z.number().parse(await page.evaluate('window.composerAt')), work: (await thread.work()).tasks };
  } finally {
    await page.close();
  }
}

await using model = await MessagesServer.start();
await using served = await ServedWindow.start({ modelUrl: model.url });
const first = await served.open();
const address = new URL(first.url());
address.search = '';
const { context } = served;
await first.close();
const empty: Load[] = [];
const window: Load[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  const pair = [await load(context, new URL('nothing', address).href, false), await load(context, address.href, true)] as const;
  // The first run reads everything from disk.
  if (run === 0) continue;
  empty.push(pair[0]);
  window.push(pair[1]);
}
const of = (loads: readonly Load[], what: keyof Load): number[] => loads.map((one) => one[what]);
const floor = median(of(empty, 'paint'));
printGoals(`The window's first paint, ms after the navigation: median of ${RUNS}; goal: twice an empty page's`, [
  {
    name: 'first paint',
    figure: median(of(window, 'paint')),
    goal: 2 * floor,
    baselines: { p95: quantile(of(window, 'paint'), 0.95), 'empty page': floor },
  },
]);
const composer = of(window, 'composer');
process.stdout.write(
  `  A composer to type in after ${median(composer).toFixed(0)} ms (p95 ${quantile(composer, 0.95).toFixed(0)}), ` +
    `with ${median(of(window, 'work')).toFixed(0)} ms of work on the main thread (empty page: ${median(of(empty, 'work')).toFixed(0)}). ${loadLine()}\n\n`,
);
