import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('the user’s shell runs alongside the agent’s commands, survives a reload, and is invisible to the agent', async ({
  startHost,
  homeDir,
}) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'pwd' })] },
    { blocks: [text('Here we are.')] },
    { blocks: [text('Nothing new.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': 'hello\n' }, env });
  const pane = page.getByRole('region', { name: 'Terminals' });
  const screen = pane.locator('.xterm');
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  await expect(pane.getByText('The agent can’t see it or type into it')).toBeVisible();
  await expect(pane.getByRole('textbox', { name: 'Terminal: Yours: bash' })).toBeFocused();
  await page.keyboard.type('echo xy"zzy" $((6*7)); cat a.txt; pwd');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('xyzzy 42');
  await expect(screen).toContainText(projectDir);

  await say(page, 'Where are we?');
  await expect(page.getByText('Here we are.')).toBeVisible();
  const option = pane.getByRole('option');
  await expect(option).toHaveCount(2);
  await expect(pane.getByText('Yours 1')).toBeVisible();
  // It is open, and says nothing of whether it works.
  await expect(option.filter({ hasText: 'bash' }).getByRole('img')).toHaveAccessibleName('Open');
  await option.filter({ hasText: 'pwd' }).dblclick();
  await pane.getByRole('button', { name: 'Split side by side' }).click();
  await expect(screen).toHaveCount(2);
  const heights = await pane
    .locator('[class*="_head_"][data-live]')
    .evaluateAll((heads) => [...new Set(heads.map((head) => head.getBoundingClientRect().height))]);
  expect(heights).toHaveLength(1);
  await pane.getByRole('button', { name: 'Show one terminal' }).click();
  await expect(screen).toHaveCount(1);
  await pane.getByRole('tab', { name: /bash/ }).click();
  await expect(screen).toContainText('xyzzy 42');

  await page.reload();
  await expect(screen).toContainText('xyzzy 42');
  await screen.click();
  await page.keyboard.type('echo still $((1+1)) here; exit 4');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('still 2 here');
  await expect(option.filter({ hasText: 'bash' })).toContainText('exit 4');
  await pane.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(option).toHaveCount(1);

  await say(page, 'Anything else?');
  await expect(page.getByText('Nothing new.')).toBeVisible();
  expect(server.requests.filter(({ body }) => JSON.stringify(body.messages).includes('xyzzy'))).toEqual([]);

  // Disabled by the person or an administrator, it isn’t offered and can’t be started.
  mkdirSync(join(homeDir, '.claude'), { recursive: true });
  writeFileSync(join(homeDir, '.claude/settings.json'), JSON.stringify({ gatehouse: { userShell: false } }));
  await expect(pane.getByRole('button', { name: 'Open your own shell' })).toBeHidden();
  await partsOf(page).message.focus();
  await page.keyboard.press('ControlOrMeta+t');
  await expect(page.getByText('Your shell could not be opened').first()).toBeVisible();
});
