import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone the queue folds into one line, which answers nothing and names what comes', async ({ startHost, page }) => {
  const late = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('b1', 'Bash', { command: 'npm run deploy' }),
        { ...toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' }), until: late.promise },
      ],
    },
    { blocks: [toolUse('b2', 'Bash', { command: 'npm run check' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { allow, deny, message, queue } = partsOf(page);
  await say(page, 'deploy');
  await expect(allow).toBeEnabled();
  const line = queue.getByRole('button', { name: /pending request/ });
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await line.tap();
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await expect(line).toHaveText('1 pending request · Bash npm run deploy');
  await expect(allow).toBeHidden();
  expect((await queue.boundingBox())?.height).toBeLessThan(48);

  await expect(line).toBeFocused();
  for (const key of ['a', 'd', 't']) await page.keyboard.press(key);
  late.resolve();
  await expect(line).toHaveText('2 pending requests · Write one.txt');
  await expect(queue.getByRole('status').filter({ hasText: 'one.txt' })).toBeAttached();
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Show timeline', exact: true }).tap();
  await expect(allow).toBeHidden();

  // What goes to the queue unfolds it; a letter right after it answers nothing.
  await page.keyboard.press('ControlOrMeta+j');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('a');
  await line.tap();
  await page.getByRole('button', { name: '2 waiting' }).tap();
  await expect(queue.getByRole('group', { name: /run a command/ })).toContainText('npm run deploy');
  await expect(deny).toBeEnabled();
  await deny.tap();
  await expect(queue).toContainText('No pending requests');
  await page.getByRole('button', { name: 'Show conversation', exact: true }).tap();
  await line.waitFor({ state: 'detached' });
  // What comes once nothing waited is shown.
  await say(page, 'check');
  await expect(allow).toBeEnabled();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
});

test('on a phone the command stays in sight while a rule for it is written, above a keyboard too', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run deploy' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { always, queue } = partsOf(page);
  await say(page, 'deploy');
  await expect(always).toBeEnabled();
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(always).toBeEnabled();
  await always.tap();
  const save = queue.getByRole('button', { name: /^Save rule/ });
  const command = queue.locator('pre').filter({ hasText: 'npm run deploy' });
  await expect(save).toBeVisible();
  await expect(command).toBeInViewport({ ratio: 1 });
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport({ ratio: 1 });
  await expect(command).toBeInViewport({ ratio: 1 });
});
