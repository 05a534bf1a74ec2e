import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const TEN = Array.from({ length: 10 }, (_, index) => toolUse(`b${index}`, 'Bash', { command: `./check-${index}.sh && npm run s${index}` }));

test('Mod+J selects the request that it shows, with its command in sight, also where the queue was folded', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { server, env } = await startModel({ blocks: TEN }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow, message } = partsOf(page);
  await say(page, 'run all');
  await queue.getByRole('button', { name: /npm run s9/ }).click();
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  const command = card.locator('pre').filter({ hasText: 'npm run s9' });
  const isInSight = async () => {
    const [shown, buttons] = await Promise.all([command.boundingBox(), allow.boundingBox()]);
    return shown !== null && buttons !== null && shown.y + shown.height <= buttons.y;
  };
  await expect.poll(isInSight).toBe(true);
  await command.hover();
  await page.mouse.wheel(0, -2000);
  await expect.poll(isInSight).toBe(false);
  await message.focus();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(card).toHaveAttribute('data-engaged', 'true');
  await expect.poll(isInSight).toBe(true);

  await page.mouse.wheel(0, -2000);
  await queue.getByRole('button', { name: 'Fold the requests' }).click();
  await expect(card).toBeHidden();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(card).toHaveAttribute('data-engaged', 'true');
  await expect(card).toBeFocused();
  await expect.poll(isInSight).toBe(true);
  await expect(allow).toBeEnabled();
  await page.keyboard.press('d');
  await expect(queue).toContainText('No pending requests');
  await expect(queue).not.toContainText('Ignored');
});

test('Mod+J opens a request that was set aside, and its keys answer it', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: TEN.slice(0, 1) }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, message } = partsOf(page);
  await say(page, 'run it');
  await answerWithKey(page, 's');
  await expect(queue).toContainText('1 set aside');
  const row = queue.getByRole('button', { name: /npm run s0/ });
  await expect(row).toBeFocused();
  await message.focus();
  await page.keyboard.press('ControlOrMeta+j');
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toBeFocused();
  await expect(card).toHaveAttribute('data-engaged', 'true');
  await expect(queue.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await page.keyboard.press('d');
  await expect(queue).toContainText('No pending requests');
});
