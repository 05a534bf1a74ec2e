import { mkdirSync } from 'node:fs';
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

test('a dev container that isn’t built yet: the card names it, and the reason to copy ends with the line that builds it', async ({
  startHost,
  homeDir,
  context,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { server, env } = await startModel(
    { blocks: [text('Hello.')] },
    { blocks: [toolUse('b1', 'Bash', { command: 'make test' })] },
    { blocks: [text('Please build it.')] },
  );
  await using _ = server;
  const path = process.env['PATH'] ?? '';
  const containers = join(homeDir, 'containers');
  mkdirSync(containers);
  const { page } = await startHost({
    files: {
      '.claude/settings.local.json': JSON.stringify({ gatehouse: { commandPlace: { type: 'container' } } }),
      '.devcontainer/devcontainer.json': JSON.stringify({ build: { dockerfile: 'Dockerfile' }, runArgs: ['--privileged'] }),
      '.devcontainer/Dockerfile': 'FROM node:22',
      // The window asks about trust only in a folder that supplies something.
      '.claude/settings.json': JSON.stringify({ permissions: { allow: ['WebSearch'] } }),
    },
    env: { ...env, SHLVL: '1', PATH: `${join(appRoot, 'test/support/places')}:${path}`, FAKE_PATH: path, FAKE_CONTAINERS: containers },
  });
  const trust = page.getByRole('button', { name: /^Trust/ });
  await trust.click();
  await expect(trust).toBeHidden();
  // The session that was open before keeps what it found then.
  await say(page, 'hello');
  await expect(page.getByText('Hello.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'test it');
  const { queue, timeline } = partsOf(page);
  await expect(queue).toContainText(/built as the repository’s dev container file says; its runArgs have no effect/);
  await page.screenshot({ path: testInfo.outputPath('card.png') });
  await answerWithKey(page, 'a');
  await expect(page.getByText('Please build it.')).toBeVisible();
  await row(timeline, 'make test').click();
  const copy = page.getByRole('button', { name: 'Copy the result' });
  await expect(copy).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('reason.png') });
  await copy.click();
  await expect
    .poll(async () => page.evaluate('navigator.clipboard.readText()'))
    .toMatch(/\ndevcontainer build --workspace-folder '.*' --image-name localhost\/gatehouse-dev\/project:[0-9a-f]{12}$/u);
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
  await expect(setting).toContainText('{"type":"container","image":"node:22"}, from your settings for this project');
  await expect(setting).toContainText('ignored: the value from this project’s shared settings');
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This project, only me' }).click();
  const field = setting.getByRole('textbox');
  await field.fill('{"type":"ssh","host":"-oProxyCommand=x","folder":"/srv"}');
  await field.press('Enter');
  await expect(setting.getByRole('alert')).toContainText('not a name for ssh');
  await field.fill('{"type":"ssh","host":"build1","folder":"/srv/app"}');
  await field.press('Enter');
  await expect(setting).toContainText('{"type":"ssh","host":"build1","folder":"/srv/app"}, from your settings for this project');
  await setting.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath('settings.png') });
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This project, everyone' }).click();
  await expect(setting).toContainText('A file in the repository can’t set this.');
});
