import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('the timeline says that a command runs in the background, and afterwards how long it ran', async ({ startHost }) => {
  const command = 'read -r line; echo "got $line"';
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command, run_in_background: true, description: 'Wait for a line' })] },
    { blocks: [text('It runs.')] },
    { blocks: [text('It ended.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1600, height: 800 });
  const { timeline } = partsOf(page);
  await say(page, 'start it');
  await answerWithKey(page, 'a');
  await expect(page.getByText('It runs.')).toBeVisible();
  const cells = row(timeline, 'read -r').getByRole('gridcell');
  const took = cells.filter({ hasText: /^in background$/ }).last();
  await expect(took).toBeVisible();
  // Its bar reaches the end of the scale.
  const ends = () =>
    page.locator('[data-bar="b1"]').evaluate((cell) => {
      const last = cell.querySelector('[class*="background"]');
      return last ? cell.getBoundingClientRect().right - last.getBoundingClientRect().right : undefined;
    });
  await expect.poll(ends).toBeLessThan(8);

  const call = page.getByRole('log', { name: 'Messages' }).locator('[data-call="b1"]');
  await expect(call).toContainText('in the background');
  await page.keyboard.press('ControlOrMeta+2');
  const terminal = page.getByRole('region', { name: 'Terminals' }).locator('.xterm');
  await terminal.click();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It ended.')).toBeVisible();
  await expect(call).toContainText('ended in the background');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(row(timeline, 'read -r').getByTitle('How long it ran, in the background')).toHaveText(/s$/);
});
