import { join } from 'node:path';
import { appRoot } from '../../main/app-root.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const SETTING = { type: 'ssh', host: 'build1', folder: '/tmp' };

test('a command on an ssh host is asked about with its place, which its terminal and the restore dialog name', async ({
  startHost,
  homeDir,
}, testInfo) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'pwd' })] },
    { blocks: [toolUse('w1', 'Write', { file_path: join(homeDir, 'project/new.txt'), content: 'new' })] },
    { blocks: [text('It ran there.')] },
  );
  await using _ = server;
  const path = process.env['PATH'] ?? '';
  const { page } = await startHost({
    files: { '.claude/settings.local.json': JSON.stringify({ gatehouse: { commandPlace: SETTING } }) },
    env: {
      ...env,
      SHLVL: '1',
      PATH: `${join(appRoot, 'test/support/places')}:${path}`,
      FAKE_PATH: path,
      FAKE_SSH_ARGUMENTS: join(homeDir, 'ssh-arguments'),
    },
  });
  await say(page, 'where are you?');
  const { queue, timeline } = partsOf(page);
  await expect(queue).toContainText('runs on ssh host build1 in /tmp; files there can’t be restored or checked for links');
  await page.screenshot({ path: testInfo.outputPath('card.png') });
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('new.txt');
  await answerWithKey(page, 'a');
  await expect(page.getByText('It ran there.')).toBeVisible();
  await row(timeline, 'pwd').click();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByTitle('It runs in ssh host build1 in /tmp')).toBeVisible();
  await expectAccessible(page, 'a terminal elsewhere');
  await page.screenshot({ path: testInfo.outputPath('terminal.png') });

  const message = page.getByRole('article', { name: 'You' });
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Restore…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore', exact: true });
  await expect(dialog).toContainText('What commands changed on another machine stays as it is: ssh host build1 in /tmp.');
  await page.screenshot({ path: testInfo.outputPath('restore.png') });
});

test('the settings form says where commands run, and a shared file of the folder can’t', async ({ startHost }, testInfo) => {
  const { page } = await startHost({
    files: {
      '.claude/settings.json': JSON.stringify({ gatehouse: { commandPlace: SETTING } }),
      '.claude/settings.local.json': JSON.stringify({ gatehouse: { commandPlace: { type: 'container', image: 'node:22' } } }),
    },
  });
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  await page.keyboard.press('ControlOrMeta+,');
  const setting = page.getByRole('list', { name: 'Settings files' }).getByRole('listitem').filter({ hasText: 'Where commands run' });
  await expect(setting).toContainText('{"type":"container","image":"node:22"}, from your settings for this folder');
  await expect(setting).toContainText('ignored: the value from the shared settings of this folder');
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This folder, only yours' }).click();
  const field = setting.getByRole('textbox');
  await field.fill('{"type":"ssh","host":"-oProxyCommand=x","folder":"/srv"}');
  await field.press('Enter');
  await expect(setting.getByRole('alert')).toContainText('not a name for ssh');
  await field.fill('{"type":"ssh","host":"build1","folder":"/srv/app"}');
  await field.press('Enter');
  await expect(setting).toContainText('{"type":"ssh","host":"build1","folder":"/srv/app"}, from your settings for this folder');
  await setting.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath('settings.png') });
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This folder, shared' }).click();
  await expect(setting).toContainText('A file of the repository can’t set this.');
});
