import type { Page } from 'playwright';
import { z } from 'zod';
import { median, quantile } from './statistics.ts';
import { MainThread, type MainThreadWork } from './main-thread.ts';

export interface Typing {
  /** From the key's event to the end of the frame that shows it, in milliseconds; one per key. */
  readonly times: readonly number[];
  readonly median: number;
  readonly p95: number;
  /** Work of the page's main thread meanwhile, per second. */
  readonly work: MainThreadWork;
}

/** In the page: from the key press (the event's time stamp, which includes its wait) to the end of the next frame. */
const LISTEN = `{
  window.keyTimes = [];
  window.onkeydown = ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
    port2.postMessage(0);
  });
}`;

/** Types into the composer while `goesOn` returns true, a key every 40 ms. */
export async function typeInComposer(
  page: Page,
  keys: number,
  isRunning: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Typing> {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.click();
  await message.fill('');
  const thread = await MainThread.of(page);
  await page.evaluate(LISTEN);
  await thread.start();
  const startedAt = performance.now();
  for (let key = 0; key < keys && (await isRunning()); key += 1) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'a');
    await page.waitForTimeout(40);
  }
  const { tasks, script, layout } = await thread.work();
  const seconds = (performance.now() - startedAt) / 1000;
  const times = z.array(z.number()).parse(await page.evaluate('window.keyTimes'));
  const work = { tasks: tasks / seconds, script: script / seconds, layout: layout / seconds };
  return { times, median: median(times), p95: quantile(times, 0.95), work };
}
