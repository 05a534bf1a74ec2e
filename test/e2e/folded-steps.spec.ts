import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('many small steps of a turn that has ended fold into one line, which opens in place', async ({ startHost }) => {
  const steps = Array.from({ length: 8 }, (_, at) => ({
    blocks: [text(`Looking at part ${at}.`), toolUse(`r${at}`, 'Read', { file_path: `part-${at}.txt` })],
  }));
  const { server, env } = await startModel(...steps, { blocks: [text('All parts are fine.')] });
  await using _ = server;
  const files = Object.fromEntries(steps.map((_step, at) => [`part-${at}.txt`, `part ${at}\n`]));
  const { page } = await startHost({ files, env });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await say(page, 'Look at all parts');
  await expect(conversation.getByText('All parts are fine.')).toBeVisible();
  const fold = conversation.getByRole('button', { name: '8 steps: 8 reads' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(conversation.getByText('Looking at part 3.')).toBeHidden();
  await fold.click();
  await expect(conversation.getByText('Looking at part 3.')).toBeVisible();
  await expect(conversation.locator('[data-call]')).toHaveCount(8);
  await fold.click();
  await expect(conversation.getByText('Looking at part 3.')).toBeHidden();

  // When all of it fits again, nothing is below: no scroll event says so.
  await page.setViewportSize({ width: 1280, height: 500 });
  await fold.click();
  await conversation.getByRole('log').hover();
  await page.mouse.wheel(0, -5000);
  const latest = conversation.getByRole('button', { name: 'Latest' });
  await expect(latest).toBeVisible();
  await expect(fold).toBeInViewport();
  await fold.click();
  await expect(latest).toBeHidden();

  // What is found, or chosen in the timeline, opens it.
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  await field.fill('Looking at part 5');
  await expect(conversation.getByText('Looking at part 5.')).toBeInViewport();
  await field.press('Escape');
  await fold.click();
  await page.getByRole('treegrid', { name: 'Timeline' }).getByText('part-2.txt').click();
  await expect(conversation.locator('[data-call]').filter({ hasText: 'part-2.txt' })).toBeVisible();
  await fold.click();
});
