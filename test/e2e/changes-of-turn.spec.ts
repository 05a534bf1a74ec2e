import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } });

test('the card of an earlier turn leads to what that turn changed, file by file', async ({ startHost }) => {
  const run = (id: string, command: string) => ({ blocks: [toolUse(id, 'Bash', { command })] });
  const { server, env } = await startModel(
    run('b1', 'printf "first\\n" > a.txt; printf "first\\n" > b.txt'),
    { blocks: [text('First done.')] },
    run('b2', 'printf "second\\n" > a.txt; printf "second\\n" > c.txt'),
    { blocks: [text('Second done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Make the first files');
  await expect(page.getByText('First done.')).toBeVisible();
  await say(page, 'Make the second files');
  await expect(page.getByText('Second done.')).toBeVisible();
  const card = page.getByRole('group', { name: 'End of the turn' }).first();
  await card.getByRole('button', { name: 'Review' }).click();
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const rows = pane.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
  await expect(pane.getByRole('combobox', { name: 'Compared with' })).toHaveText('Turn: Make the first files');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('first');
  await expect(rows.first()).not.toContainText('second');

  // A file that changed since stays; the other is reverted.
  await expect(pane.getByRole('button', { name: 'Revert a.txt' })).toBeDisabled();
  await expect(pane.getByRole('button', { name: 'Revert a.txt' })).toHaveAttribute('title', /Changed again since this turn/);
  await pane.getByRole('button', { name: 'Revert all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert all' });
  await expect(dialog).toContainText('1 file stays as it is, because it has changed again since this turn.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // A file of a card leads to its diff.
  await page.keyboard.press('ControlOrMeta+5');
  await card.getByRole('button', { name: /^b\.txt/ }).click();
  await expect(pane.locator('[data-path="b.txt"] [data-file]')).toBeFocused();

  const compared = pane.getByRole('combobox', { name: 'Compared with' });
  await compared.click();
  await page.getByRole('option', { name: /^This session/ }).click();
  await expect(rows).toHaveCount(3);
  await expect(compared).toHaveText('This session');

  // All can be kept, which can be undone, and the choice of what is compared stays over a reload.
  await pane.getByRole('button', { name: 'Keep all' }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);
  await compared.click();
  await page.getByRole('option', { name: /^Last turn/ }).click();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('group', { name: 'End of the turn' }).first()).toBeVisible();
  if (!(await pane.isVisible())) await page.keyboard.press('ControlOrMeta+4');
  await expect(compared).toHaveText('Last turn');
});

test('an undo that leaves a file names it and is offered again', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'a.txt', content: 'agent\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Write it');
  await expect(page.getByText('Written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  await pane.getByRole('button', { name: 'Revert a.txt' }).click();
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeVisible();
  // A file that is saved elsewhere appears by itself.
  writeFileSync(join(projectDir, 'a.txt'), 'mine\n');
  await expect(pane.locator('[data-path="a.txt"]')).toContainText('mine');
  const undo = pane.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  const why = 'a.txt stayed as it is: you or another program changed it since.';
  await expect(page.getByText(`Nothing was undone. ${why}`, { exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText(`${why} “Restore files” offers the state before the revert.`),
  ).toBeVisible();
  await expect(undo).toBeEnabled();
  expect(readFileSync(join(projectDir, 'a.txt'), 'utf8')).toBe('mine\n');
});
