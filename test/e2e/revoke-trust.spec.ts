import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible, expectReachableZoomed } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const FILES = {
  '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash(sh task.sh)'] } }),
  'task.sh': 'echo ran >> ran.txt\n',
};

test('after its trust was revoked, a folder’s allow rule asks again in the open session', async ({ startHost }) => {
  const task = (id: string) => ({ blocks: [toolUse(id, 'Bash', { command: 'sh task.sh' })] });
  const done = (said: string) => ({ blocks: [text(said)] });
  const { server, env } = await startModel(task('b1'), done('First.'), task('b2'), done('Second.'), task('b3'), done('Third.'));
  await using _ = server;
  const { page } = await startHost({ files: FILES, env });
  const { message, queue } = partsOf(page);
  const trust = page.getByRole('region', { name: 'Folder trust' });
  await trust.getByRole('button', { name: 'Trust this folder' }).click();
  await say(page, 'run it');
  await expect(page.getByText('First.')).toBeVisible();

  // From the settings; thinking better of it changes nothing.
  await page.keyboard.press('ControlOrMeta+,');
  const group = page.getByRole('region', { name: 'Settings', exact: true }).getByRole('region', { name: 'Trust', exact: true });
  await expect(group).toContainText('You trust this folder');
  await group.getByRole('button', { name: 'Revoke trust…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke trust in “project”?' });
  for (const kind of ['allow rules', 'permission mode', 'hooks', 'MCP servers', 'environment variables', 'Running calls continue'])
    await expect(dialog).toContainText(kind);
  await expectAccessible(page, 'the dialog that revokes trust');
  await expectReachableZoomed(page, 'the dialog that revokes trust');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(group).toContainText('You trust this folder');

  // From the palette.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('revoke trust');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Revoke trust', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(group).toContainText('You don’t trust this folder: of its settings, only deny and ask rules apply.');
  await expect(page.getByText('This folder is no longer trusted')).toBeVisible();
  await expectAccessible(page, 'the settings of a folder that isn’t trusted');

  // The open session goes on; its next call asks.
  await page.keyboard.press('ControlOrMeta+1');
  await expect(message).toBeVisible();
  await say(page, 'run it again');
  await expect(queue).toContainText('sh task.sh');
  await partsOf(page).allow.click();
  await expect(page.getByText('Second.')).toBeVisible();

  // What isn't trusted can't be revoked.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('revoke trust');
  await expect(page.getByRole('option', { name: /Revoke trust/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Trusted again, the rule counts again.
  await page.keyboard.press('ControlOrMeta+,');
  await group.getByRole('button', { name: 'Review…' }).click();
  await trust.getByRole('button', { name: 'Trust this folder' }).click();
  await say(page, 'once more');
  await expect(page.getByText('Third.')).toBeVisible();
});
