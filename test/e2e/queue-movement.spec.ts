import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const LONG = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}: words of a long answer that is being read.`).join('\n\n');
const files = { 'package.json': JSON.stringify({ scripts: { a: 'true', b: 'true' } }), 'src/a.ts': 'a\n' };

/** On a slow machine, deciding the calls may take longer than the queue waits for them: the one timer of that length never ends. */
const WAIT_FOR_ALL = `{
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...args) => setTimeout(work, ms === 250 ? 2 ** 30 : ms, ...args);
}`;

/** Notes each height that the queue is laid out with. */
async function watchHeights(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`{
    window.heights = [];
    const queue = document.querySelector('[data-region="permission-queue"]');
    new ResizeObserver(() => window.heights.push(queue.offsetHeight)).observe(queue);
  }`);
  await expect.poll(() => page.evaluate('window.heights.length')).toBe(1);
  return () => page.evaluate('window.heights');
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
])
  test(`requests of one answer move the panes once, and not what is read or written (${viewport.width}×${viewport.height})`, async ({
    page,
    startHost,
  }) => {
    await page.setViewportSize(viewport);
    const answer = Promise.withResolvers<void>();
    const calls = [bash('a', 'npm run a'), bash('b', 'git push origin main'), bash('c', 'rm src/a.ts')];
    const { server, env } = await startModel({ blocks: [text(LONG)] }, { blocks: [{ ...text('Now.'), until: answer.promise }, ...calls] });
    await using _ = server;
    await page.addInitScript(WAIT_FOR_ALL);
    await startHost({ files, env });
    const { message, queue, stop } = partsOf(page);
    await say(page, 'explain');
    await expect(page.getByText('Paragraph 39:')).toBeVisible();
    await expect(stop).toBeHidden();
    await say(page, 'go on');
    await expect(stop).toBeVisible();
    const conversation = page.getByRole('log');
    await conversation.hover();
    await page.mouse.wheel(0, -500);
    const latest = page.getByRole('button', { name: 'Latest' });
    await expect(latest).toBeVisible();
    const read = page.getByText('Paragraph 28:');
    const places = async () => [await message.boundingBox(), await read.boundingBox()].map((box) => Math.round(box?.y ?? -1));
    const before = await places();
    const heights = await watchHeights(page);
    answer.resolve();
    await expect(queue).toContainText('3 pending requests');
    await expect(queue.getByRole('button', { name: 'Deny' })).toBeEnabled();
    await expect.poll(places).toEqual(before);
    expect(await heights()).toHaveLength(2);
  });
