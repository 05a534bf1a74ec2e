import { AxeBuilder } from '@axe-core/playwright';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('sessions are found by what was said, renamed and deleted', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('The moon pulls.')] }, { blocks: [text('Eleven minutes.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Why are there tides?');
  await expect(page.getByText('The moon pulls.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(page.getByText('What should be done')).toBeVisible();
  await say(page, 'How late is the chart?');
  await expect(page.getByText('Eleven minutes.')).toBeVisible();

  await page.getByRole('button', { name: /^Sessions, now/ }).click();
  await page.getByRole('menuitem', { name: 'All sessions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sessions in this folder' });
  const rows = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Find a session' }).fill('moon');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('The moon pulls.');
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);

  await rows.getByRole('button', { name: 'Rename Why are there tides?' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The moon');
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(rows).toContainText('The moon');
  await dialog.getByRole('textbox', { name: 'Find a session' }).fill('');
  await expect(rows).toHaveCount(2);

  await dialog.getByRole('button', { name: 'Delete The moon' }).click();
  await rows.getByRole('button', { name: 'Delete session' }).click();
  await expect(rows).toHaveCount(1);
  // The one that is shown, too: the window goes on in another.
  await dialog.getByRole('button', { name: 'Delete How late is the chart?' }).click();
  await rows.getByRole('button', { name: 'Delete session' }).click();
  await expect(page.getByText('Eleven minutes.')).toBeHidden();
  await expect(dialog.getByText('How late is the chart?')).toBeHidden();
});
