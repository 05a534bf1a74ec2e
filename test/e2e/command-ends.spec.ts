import type { Locator } from 'playwright/test';
import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const LINE = `printf '%s\\n' ${'alpha beta gamma '.repeat(20)}> ~/.bashrc`;
const END = ' > ~/.bashrc';

/** Whether the end of a row’s command is in view, within the row. */
async function showsEnd(row: Locator): Promise<void> {
  const end = row.getByText(END.trim(), { exact: true });
  await expect(end).toBeVisible();
  const [inner, outer] = [await end.boundingBox(), await row.boundingBox()];
  expect(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width + 1).toBe(true);
}

for (const [width, height] of [
  [1600, 900],
  [1280, 800],
  [390, 844],
] as const) {
  test(`what a long command writes at its end is in view in each row at ${width} × ${height}`, async ({ startHost, page }) => {
    await page.setViewportSize({ width, height });
    const { server, env } = await startModel({
      blocks: [toolUse('w1', 'Write', { file_path: 'a.txt', content: 'x\n' }), toolUse('b1', 'Bash', { command: LINE })],
    });
    await using _ = server;
    await startHost({ files: {}, env });
    const { queue, timeline } = partsOf(page);
    await say(page, 'go');
    await expect(queue).toContainText('2 pending requests');
    await showsEnd(queue.getByRole('button', { name: 'The agent wants to' }).filter({ hasText: 'printf' }));
    await showsEnd(page.locator('[data-call="b1"]'));
    if (width > 600) await showsEnd(timeline.getByRole('row').filter({ hasText: 'printf' }));
  });
}
