import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone Back closes one thing after the other before it leaves, and a reload shows the same pane', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('r1', 'Read', { file_path: 'a.js' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  await page.goto('about:blank#before');
  await startHost({ files: { 'a.js': 'one\n' }, env });
  const { message, timeline } = partsOf(page);
  await say(page, 'read');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show timeline', exact: true }).tap();
  await expect(timeline).toBeVisible();
  await page.reload();
  await expect(timeline).toBeVisible();

  await row(timeline, 'a.js').tap();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  await page.goBack();
  await expect(inspector).toBeHidden();
  await expect(timeline).toBeVisible();
  await page.goBack();
  await expect(message).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank#before');
});

test('on a phone a new session leaves the list of sessions', async ({ startHost, page }) => {
  await startHost({ files: {} });
  await expect(partsOf(page).message).toBeVisible();
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).tap();
  const list = page.locator('[data-session-list]');
  await list.getByRole('button', { name: 'New session', exact: true }).tap();
  await expect(list).toHaveCount(0);
  await expect(partsOf(page).message).toBeVisible();
});
