import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { gitIn, openInGit } from './git-project.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Edit', 'Read', 'Write'] } });
const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const APP = `${LINES.join('\n')}\n`;
const FILES = { 'src/app.ts': APP, 'earlier.txt': 'one\n', 'gone.txt': 'gone\n', '.claude/settings.json': SETTINGS };

test('lists what isn’t committed, also from before the session and the person’s own, and commits it', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'agent.txt', content: 'by the agent\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { page, projectDir, git } = await openInGit({ startHost, homeDir }, { files: FILES, env });
  writeFileSync(join(projectDir, 'earlier.txt'), 'one\ntwo\n');
  rmSync(join(projectDir, 'gone.txt'));
  await say(page, 'Write a file');
  await expect(page.getByText('Written.')).toBeVisible();
  writeFileSync(join(projectDir, 'src/app.ts'), APP.replace('line 20\n', 'mine\n'));

  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const files = pane.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
  const file = (path: string) => files.and(pane.locator(`[data-path="${path}"]`));
  await expect(file('agent.txt')).toBeVisible();
  await expect(file('earlier.txt')).toHaveCount(0);
  const since = pane.getByRole('combobox', { name: 'Compared with' });
  await since.click();
  await page.getByRole('option', { name: /^Last commit/ }).click();
  await expect(files).toHaveCount(4);
  await expect(file('earlier.txt')).toContainText('two');
  await expect(file('gone.txt')).toContainText('deleted');
  await expect(file('src/app.ts').getByRole('group')).toContainText('mine');
  // Only what the session’s calls changed names one, and nothing is kept or reverted here.
  await expect(file('agent.txt')).toContainText('Changed by Write');
  await expect(file('earlier.txt')).not.toContainText(/changed by/iu);
  await expect(file('src/app.ts')).not.toContainText('not only by the agent');
  await expect(pane.getByRole('button', { name: /^(?:Keep|Revert)/u })).toHaveCount(0);
  await expect(
    pane.getByText(
      'Nothing can be reverted in this list, because it couldn’t be undone. Choose “This session” to revert what the agent changed',
    ),
  ).toBeVisible();
  await file('src/app.ts')
    .getByRole('button', { name: /more lines above/u })
    .click();
  await expect(file('src/app.ts').getByRole('group')).toContainText('line 12');
  await expectAccessible(page, 'the changes since the last commit');

  // A comment goes into the message box.
  await file('src/app.ts').getByRole('button', { name: 'Comment on line 20' }).first().click();
  await page.getByRole('textbox', { name: 'Comment on line 20' }).fill('Why?');
  await page.getByRole('button', { name: 'Add to the message' }).click();
  await expect(partsOf(page).message).toHaveValue(/src\/app\.ts, line 20[\s\S]*Why\?/u);

  // The choice stays with the pane.
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+4');
  await expect(since).toContainText('Last commit');
  await pane.getByRole('button', { name: 'Commit…' }).click();
  const form = page.getByRole('dialog', { name: 'Commit', exact: true });
  await form.getByRole('checkbox', { name: 'Commit src/app.ts' }).uncheck();
  await form.getByRole('textbox', { name: 'Message' }).fill('Everything but one');
  await form.getByRole('button', { name: 'Commit', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(files).toHaveCount(1);
  expect(git('status', '--porcelain')).toBe('M src/app.ts');

  // A change in the editor is listed on request.
  writeFileSync(join(projectDir, 'src/app.ts'), APP);
  await pane.getByRole('button', { name: 'Refresh' }).click();
  await expect(pane).toContainText('Every file in this folder is as in git’s last commit.');
});

test('isn’t offered outside of a repository, and says so in one without a commit', async ({ startHost, homeDir }) => {
  const first = await startHost({ files: { 'a.txt': 'a\n' } });
  const list = async (page: Page) => {
    await expect(partsOf(page).message).toBeFocused();
    await page.keyboard.press('ControlOrMeta+4');
    const pane = page.getByRole('region', { name: 'Changes', exact: true });
    await pane.getByRole('combobox', { name: 'Compared with' }).click();
    return pane;
  };
  await list(first.page);
  await expect(first.page.getByRole('option')).toHaveText([/^This session/u, /^Last turn/u]);
  await first.stop();
  gitIn(first.projectDir, homeDir)('init', '--quiet');
  const { page } = await startHost({ projectDir: first.projectDir });
  const pane = await list(page);
  await page.getByRole('option', { name: /^Last commit/ }).click();
  await expect(pane).toContainText('This repository has no commit yet. Everything else works.');
});
