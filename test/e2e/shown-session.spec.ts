import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

async function find(page: Page, query: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill(query);
}

test('the palette renames, archives and deletes the shown session', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('One.')] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' })] },
    { blocks: [text('Two.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message, allow } = partsOf(page);
  const option = page.getByRole('option');
  // One without a message can't be found again.
  await expect(message).toBeFocused();
  for (const query of ['rename the session', 'archive the session', 'delete the session']) {
    await find(page, query);
    await expect(option.filter({ hasText: new RegExp(query, 'iu') })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await say(page, 'Look around');
  await expect(page.getByText('One.')).toBeVisible();

  await find(page, 'rename');
  await expect(option.first()).toContainText('Rename the session');
  await page.keyboard.press('Enter');
  const renaming = page.getByRole('dialog', { name: 'Rename session' });
  const title = renaming.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('Look around');
  await page.keyboard.type('Survey');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sessions, now Survey' })).toBeVisible();
  await expect(renaming).toBeHidden();
  await expect(message).toBeFocused();

  await find(page, 'archive');
  await expect(option.first()).toContainText('Archive the session');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Archived “Survey”')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();

  // Not while its agent runs.
  await say(page, 'Write it');
  await expect(allow).toBeEnabled();
  await find(page, 'delete');
  await expect(option.first()).toContainText('Delete the session');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stop its agent first')).toBeVisible();
  await allow.click();
  await expect(page.getByText('Two.')).toBeVisible();

  await find(page, 'delete');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete session' });
  await expect(dialog).toContainText('“Survey”');
  await dialog.getByRole('button', { name: 'Delete session' }).click();
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
});
