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

test('on a phone Back closes the list of the mode, a form of a request, its explanation and a new rule', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm test' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { message, queue } = partsOf(page);
  await message.fill('test');
  await page.getByRole('button', { name: 'Send' }).tap();
  const button = (name: string) => queue.getByRole('button', { name, exact: true });
  await expect(button('Allow once')).toBeEnabled();
  await page.getByRole('combobox', { name: 'Permission mode' }).tap();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();

  for (const name of ['Always allow', 'Say why not', 'Edit', 'Explain']) {
    await expect(button('Allow once')).toBeEnabled();
    if (!(await button(name).isVisible())) await button('More').tap();
    await button(name).tap();
    const open = queue.locator('[data-panel], [data-explained]');
    await expect(open).toHaveCount(1);
    if (name === 'Always allow') {
      await queue.getByRole('combobox', { name: /Sav/ }).tap();
      await expect(page.getByRole('listbox')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('listbox')).toBeHidden();
      await expect(open).toHaveCount(1);
    }
    await page.goBack();
    await expect(open).toHaveCount(0);
    await expect(button('Allow once')).toBeVisible();
  }

  await page.getByRole('button', { name: 'Show rules' }).tap();
  await page.getByRole('button', { name: 'New rule' }).first().tap();
  const form = page.getByRole('form', { name: 'New rule' });
  await form.getByRole('textbox').fill('Bash(ls *)');
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New rule' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(form.getByRole('textbox')).toHaveValue('Bash(ls *)');
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
