/**
 * From an ask in main (the time of its event) to its card on the screen, and from the key that answers it to the call's start: a real
 * server and a real browser on one clock. The baseline is a round trip over a separate WebSocket, and the frame after it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { z } from 'zod';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { printGoals } from './support/goal-table.ts';
import { loadLine } from './support/load-line.ts';
import { MainThread } from './support/main-thread.ts';
import { ServedWindow } from './support/served-window.ts';
import { median, quantile } from './support/statistics.ts';
import { openLongWork, prepareWellUsed, WELL_USED } from './support/well-used.ts';

const ASKS = 30;
const CARD_GOAL_MS = 100;

const command = (ask: number): string => `touch made-${ask}-here`;
const eventSchema = z.object({ type: z.string(), at: z.number(), data: z.looseObject({}) });
const askedSchema = z.object({ ask: z.object({ callId: z.string() }) });
const startedSchema = z.object({ callId: z.string() });

/** In the page: when each card was on the screen and when the key was pressed, in wall-clock time like main's events. */
const WATCH = `{
  window.cards = {};
  window.keys = [];
  const waiting = {};
  window.seen = (ask) => window.cards[ask] > 0 || new Promise((resolve) => (waiting[ask] = resolve));
  const afterFrame = (callback) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(0);
  });
  const look = () => {
    const queue = document.querySelector('[aria-label="Permission queue"]');
    for (const [, ask] of (queue?.textContent ?? '').matchAll(/touch made-(\\d+)-here/g)) {
      if (ask in window.cards) continue;
      window.cards[ask] = 0;
      afterFrame(() => {
        window.cards[ask] = Date.now();
        waiting[ask]?.();
      });
    }
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  const line = new WebSocket(new URL('ws', location.href).href.replace(/^http/, 'ws'));
  window.roundTrip = () => new Promise((resolve) => {
    const from = performance.now();
    line.onmessage = ({ data }) => JSON.parse(data).id === 1 && afterFrame(() => resolve(performance.now() - from));
    line.send(JSON.stringify({ id: 1, command: 'app.state', input: {} }));
  });
  window.addEventListener('keydown', ({ key }) => key === 'a' && window.keys.push(Date.now()), { capture: true });
}`;

interface Asked {
  /** From each ask to its card. Milliseconds, as all of these. */
  readonly toCard: readonly number[];
  /** From each key to the start of its call. */
  readonly toStart: readonly number[];
  readonly roundTrips: readonly number[];
  /** CPU time of the page's main thread per ask. */
  readonly work: number;
  /** Until the session with many calls was shown. */
  readonly opening?: number;
}

const states = [
  { name: 'new session', asked: await askInNewSession() },
  { name: 'well used', asked: await askWhereWellUsed() },
];
printGoals(
  `A question, ms: medians and 95th percentiles of ${ASKS}, each answered with keys. Well used: ${WELL_USED}`,
  states.flatMap(({ name, asked: { toCard, toStart, roundTrips } }) => [
    {
      name: `asked → card, ${name}`,
      figure: median(toCard),
      goal: CARD_GOAL_MS,
      baselines: { p95: quantile(toCard, 0.95), 'round trip': median(roundTrips) },
    },
    { name: `key → call, ${name}`, figure: median(toStart), goal: CARD_GOAL_MS, baselines: { p95: quantile(toStart, 0.95) } },
  ]),
);
for (const { name, asked } of states)
  process.stdout.write(
    `  ${name}: ${asked.work.toFixed(0)} ms of CPU time on the page’s main thread for each question, its answer and its call${asked.opening === undefined ? '' : `; opened in ${asked.opening.toFixed(0)} ms`}.\n`,
  );
process.stdout.write(`  ${loadLine()}\n\n`);

async function askInNewSession(): Promise<Asked> {
  await using model = await startModel();
  await using served = await ServedWindow.start({ modelUrl: model.url });
  return await measureAsks(served, await served.open());
}

async function askWhereWellUsed(): Promise<Asked> {
  await using model = await startModel();
  await using served = await ServedWindow.start({ modelUrl: model.url, prepare: prepareWellUsed });
  const page = await served.open();
  const opening = await openLongWork(page);
  return { ...(await measureAsks(served, page)), opening };
}

function startModel(): Promise<MessagesServer> {
  return MessagesServer.start(
    ...Array.from({ length: ASKS }, (_, ask) => ({ blocks: [toolUse(`call-${ask}`, 'Bash', { command: command(ask) })] })),
    { blocks: [text('All done.')] },
  );
}

async function measureAsks(served: ServedWindow, page: Page): Promise<Asked> {
  await page.evaluate(WATCH);
  const thread = await MainThread.of(page);
  await thread.start();
  await page.getByRole('textbox', { name: 'Message' }).fill('make them');
  await page.keyboard.press('Enter');
  const roundTrips = await answerAll(page);
  await page.getByText('All done.').waitFor();
  const { tasks } = await thread.work();
  const seen = z
    .object({ cards: z.record(z.string(), z.number()), keys: z.array(z.number()) })
    .parse(await page.evaluate('({ cards: window.cards, keys: window.keys })'));
  const events = sessionEvents(served.stateDir);
  const toCard = events.flatMap(({ type, at, data }) => {
    const ask = type === 'call.asked' ? askOf(askedSchema.parse(data).ask.callId) : undefined;
    return ask === undefined ? [] : [(seen.cards[ask] ?? Number.NaN) - at];
  });
  const toStart = events.flatMap(({ type, at, data }) => {
    const ask = type === 'call.started' ? askOf(startedSchema.parse(data).callId) : undefined;
    return ask === undefined ? [] : [at - (seen.keys[Number(ask)] ?? Number.NaN)];
  });
  if (seen.keys.length !== ASKS || toStart.length !== ASKS)
    throw new Error(`${seen.keys.length} keys started ${toStart.length} calls, not ${ASKS}`);
  return { toCard, toStart, roundTrips, work: tasks / ASKS };
}

/** Selects and allows each request with keys. Resolves to the round trips in between, in ms. */
async function answerAll(window: Page): Promise<number[]> {
  const trips: number[] = [];
  const queue = window.getByRole('region', { name: 'Permission queue' });
  for (let ask = 0; ask < ASKS; ask += 1) {
    // By the page's own record: polling for text and roles at every frame would delay the card.
    await window.evaluate(`window.seen(${ask})`);
    await queue.getByRole('button', { name: 'Allow once', disabled: false }).waitFor();
    trips.push(z.number().parse(await window.evaluate('window.roundTrip()')));
    // After an answer the message box has the focus.
    await window.keyboard.press('ControlOrMeta+j');
    await queue.locator('[data-ask]:focus').waitFor();
    await window.keyboard.press('a');
  }
  return trips;
}

function askOf(callId: string): string | undefined {
  return /^call-(\d+)$/.exec(callId)?.[1];
}

/** Every event on disk. */
function sessionEvents(stateDir: string): z.infer<typeof eventSchema>[] {
  const logs = readdirSync(join(stateDir, 'sessions'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  return logs
    .flatMap((name) => readFileSync(join(stateDir, 'sessions', name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => eventSchema.safeParse(JSON.parse(line)).data ?? []);
}
