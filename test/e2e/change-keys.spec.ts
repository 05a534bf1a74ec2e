import { text, toolUse } from '../support/messages-answer.ts';
import { openInGit } from './git-project.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } });
const FILES = { 'old.txt': 'one\ntwo\nthree\nfour\n', '.claude/settings.json': SETTINGS };

test('J and K go on when a dialog of the pane has closed, and the form keeps its draft across a reload', async ({ startHost, homeDir }) => {
  const write = (name: string) => toolUse(name, 'Write', { file_path: `${name}.txt`, content: `${name}\n` });
  const { server, env } = await startModel(
    { blocks: [write('a'), write('b'), write('c'), toolUse('b1', 'Bash', { command: 'mv old.txt new.txt' })] },
    { blocks: [text('All written.')] },
  );
  await using _ = server;
  const { page, git } = await openInGit({ startHost, homeDir }, { files: FILES, env });
  await say(page, 'Write them');
  await expect(page.getByText('All written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const head = (path: string) => pane.locator(`[data-path="${path}"] [data-file]`);
  const goesOn = async () => {
    await page.keyboard.press('j');
    await expect(head('b.txt')).toBeFocused();
    await page.keyboard.press('k');
    await expect(head('a.txt')).toBeFocused();
  };
  const form = page.getByRole('dialog', { name: 'Commit', exact: true });
  const openCommit = pane.getByRole('button', { name: 'Commit…' });
  await openCommit.click();
  await form.getByRole('textbox', { name: 'Message' }).fill('Half a message');
  await form.getByRole('checkbox', { name: 'Commit c.txt' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(openCommit).toBeFocused();
  await goesOn();

  await page.reload();
  await pane.getByRole('button', { name: 'Git', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Commit…' }).click();
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message');
  await expect(form.getByRole('checkbox', { name: 'Commit c.txt' })).not.toBeChecked();
  await form.getByRole('checkbox', { name: 'Commit c.txt' }).check();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await goesOn();

  await pane.getByRole('button', { name: 'Revert all' }).click();
  const all = page.getByRole('dialog', { name: 'Revert all' });
  await expect(all).toContainText('Revert 4 files?');
  await all.getByRole('button', { name: 'Cancel' }).click();
  await expect(all).toBeHidden();
  await goesOn();

  // A press of the button that all files being committed disables leaves the focus in the pane.
  await openCommit.click();
  await form.getByRole('button', { name: 'Commit', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(openCommit).toBeDisabled();
  await goesOn();
  expect(git('show', '--format=%s', '--no-patch', 'HEAD')).toBe('Half a message');

  // A renamed file counts once everywhere, and what had the focus may be gone.
  await head('new.txt').focus();
  await pane.getByRole('button', { name: 'Revert new.txt' }).click();
  await expect(pane.getByText('Reverted new.txt', { exact: true })).toBeVisible();
  await expect(head('new.txt')).toHaveCount(0);
  await page.keyboard.press('k');
  await expect(pane.locator('[data-file]:focus')).toHaveCount(1);
  await pane.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The revert of new.txt was undone', { exact: true })).toBeVisible();
  await expect(head('new.txt')).toBeVisible();
  await pane.getByRole('button', { name: 'Revert all' }).click();
  await all.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect(pane.getByText('Reverted 4 files', { exact: true })).toBeVisible();
});
