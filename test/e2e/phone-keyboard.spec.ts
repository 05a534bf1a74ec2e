import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** What brings up the keyboard of a phone, which covers half of the window. */
const FOCUSED_FIELD = `document.activeElement.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable]')`;

test('a tap focuses no text field that it isn’t about, and keys do as before', async ({ startHost, page }) => {
  const run = (id: string) => ({ blocks: [toolUse(id, 'Bash', { command: `npm run ${id}` })] });
  const { server, env } = await startModel(run('one'), run('two'), run('three'));
  await using _ = server;
  await startHost({ files: { 'a.txt': 'one\n' }, env });
  const { allow, always, deny, message, queue } = partsOf(page);
  await expect(message).toBeVisible();
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
  await message.fill('run');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(queue).toContainText('npm run one');
  await expect(allow).toBeEnabled();
  await allow.tap();
  await expect(queue).toContainText('npm run two');
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
  await expect(allow).toBeEnabled();
  // The offered rule is there to be read first.
  await always.tap();
  const panel = queue.getByRole('form', { name: 'Always allow' });
  await expect(panel).toBeVisible();
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
  await panel.getByRole('button', { name: 'Cancel' }).tap();
  await expect(deny).toBeEnabled();
  await deny.tap();
  await expect(queue).toContainText('No pending requests');
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
  await expect(queue).toBeFocused();
  // What lists something shows the list.
  await page.getByRole('heading', { level: 1 }).getByRole('button').tap();
  await page.getByRole('menuitem', { name: 'Command palette…' }).tap();
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeVisible();
  expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
  await page.keyboard.press('Escape');
  for (const opener of ['usage', 'model']) {
    await page.locator(`[data-anchor="${opener}"]`).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(FOCUSED_FIELD)).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // With the keys of a keyboard the message box has the focus after the last answer.
  await say(page, 'more');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('d');
  await expect(queue).toContainText('No pending requests');
  await expect(message).toBeFocused();
});
