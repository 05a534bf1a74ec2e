/** How a command that prints 100 MB into an open terminal affects typing in the composer, compared with nothing running. */
import type { Page } from 'playwright';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { printTable, type Measurement } from './measure.ts';
import { ServedWindow } from './support/served-window.ts';
import { median, quantile } from './support/statistics.ts';

const BYTES = 100_000_000;
const KEYS = 80;

/** In the page: from each key to the end of the next frame. */
const LISTEN = `{
  window.times = [];
  const done = (at) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.times.push(performance.now() - at);
    port2.postMessage(0);
  };
  window.onkeydown = () => {
    const at = performance.now();
    requestAnimationFrame(() => done(at));
  };
}`;

/** From the key to the frame that shows it, in milliseconds. */
async function typing(page: Page, name: string, isRunning: () => Promise<boolean>): Promise<Measurement> {
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.evaluate(LISTEN);
  for (let key = 0; key < KEYS && (await isRunning()); key += 1) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'a');
    await page.waitForTimeout(40);
  }
  const times = await page.evaluate<number[]>('window.times');
  return { name, median: median(times), p95: quantile(times, 0.95), runs: times.length };
}

await using server = await MessagesServer.start(
  {
    blocks: [
      toolUse('b1', 'Bash', {
        command: `yes "the quick brown fox jumps over the lazy dog 0123456789" | head -c ${BYTES}; echo; echo the end`,
      }),
    ],
  },
  { blocks: [text('Printed.')] },
);
await using window = await ServedWindow.start({ modelUrl: server.url, settings: { permissions: { allow: ['Bash'] } } });
const page = await window.open();
await page.keyboard.press('Control+2');
const idle = await typing(page, 'typing, nothing runs', () => Promise.resolve(true));
const message = page.getByRole('textbox', { name: 'Message' });
await message.fill('print it');
await page.keyboard.press('Enter');
await page.locator('.xterm').waitFor();
const startedAt = performance.now();
const ended = page.getByRole('option').filter({ hasText: /exit 0/ });
const busy = await typing(page, `typing, ${BYTES / 1e6} MB go through the terminal`, async () => (await ended.count()) === 0);
await ended.waitFor({ timeout: 300_000 });
const took = performance.now() - startedAt;
await page.locator('.xterm-rows').getByText('the end').waitFor();
printTable('Typing in the composer', [idle, busy]);
process.stdout.write(`  The command took ${(took / 1000).toFixed(1)} s with its terminal open, its last line is on the screen.\n\n`);
