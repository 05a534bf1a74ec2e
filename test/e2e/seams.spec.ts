import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const COMMANDS = ['npm test', 'make all', 'cargo build', 'node a.js', 'python3 a.py', 'bash a.sh', 'ruby a.rb', 'perl a.pl'];

test('the queue ends between two rows, and text is as wide as cards', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('p1', 'Bash', { command: 'pwd' })] },
    { blocks: [text('It is here:\n\n```sh\ncd /srv\n```')] },
    { blocks: COMMANDS.map((command, index) => toolUse(`b${index}`, 'Bash', { command })) },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Where?');
  const log = page.getByRole('log');
  const block = log.locator('pre').filter({ hasText: 'cd /srv' });
  await expect(block).toBeVisible();
  const card = log.locator('[data-call]').first();
  const rightOf = async (one: typeof card): Promise<number> => {
    const box = await one.boundingBox();
    return box ? box.x + box.width : Number.NaN;
  };
  expect(Math.abs((await rightOf(block)) - (await rightOf(card)))).toBeLessThan(2);

  await say(page, 'Build all');
  await expect(queue.locator('button[data-ask]')).toHaveCount(COMMANDS.length - 1);
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1280, 730],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => cutRows(page), `${width} x ${height}`).toEqual([]);
  }
});

/** Rows of which only a strip is in sight at the queue’s lower edge. */
function cutRows(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const rows = [...document.querySelectorAll('button[data-ask]')];
    const end = rows[0].parentElement.getBoundingClientRect().bottom;
    return rows
      .filter((row) => row.getBoundingClientRect().top < end - 1 && row.getBoundingClientRect().bottom > end + 1)
      .map((row) => row.textContent);
  })()`);
}
