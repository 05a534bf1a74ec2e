import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { MessagesServer } from '../support/messages-server.ts';
import { text } from '../support/messages-answer.ts';
import { expect, test, writeFiles } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const stepsOf = (page: Page) => page.getByRole('list', { name: 'First steps' });

test('the first start says what is missing: no key, a wrong key, no network; then the key works', async ({ startHost }) => {
  await using server = await MessagesServer.start();
  server.key = 'right';
  const { page } = await startHost();
  const model = stepsOf(page).getByRole('region', { name: 'Connect a model' });
  const form = page.getByRole('dialog', { name: 'Connect a model' });
  await expect(model.getByRole('button', { name: 'Try the demo' })).toBeVisible();

  const save = async (key: string, address: string) => {
    await expect(form).toBeVisible();
    await form.getByLabel('API key').fill(key);
    await form.getByRole('textbox', { name: 'Server', exact: true }).fill(address);
    await form.getByRole('button', { name: /^Save/ }).click();
  };
  const enter = async (key: string, address: string) => {
    await save(key, address);
    await expect(form).toBeHidden();
  };
  const close = () => form.getByRole('button', { name: 'Close' }).click();
  await model.getByRole('button', { name: 'Enter a key' }).click();
  await save('wrong', server.url);
  await expect(form.getByRole('alert')).toContainText('refused the key');
  await expect(form.getByLabel('API key')).toBeFocused();
  // Only the key is another.
  await enter('right', server.url);
  await expect(page.getByRole('button', { name: 'Open folder' })).toBeFocused();
  await expect(model.getByRole('status')).toContainText('Connected to');
  await model.getByRole('button', { name: 'Change' }).click();
  await save('wrong', server.url);
  await expect(form.getByRole('alert')).toBeVisible();
  await close();
  await expect(model.getByRole('button', { name: 'Try again' })).toBeVisible();
  await model.getByRole('button', { name: 'Change' }).click();
  await save('right', 'http://127.0.0.1:9');
  await expect(form.getByRole('alert')).toContainText('127.0.0.1:9');
  await expect(form.getByRole('textbox', { name: 'Server', exact: true })).toBeFocused();
  await expect(form.getByRole('button', { name: 'Check again' })).toBeVisible();
  await close();
  await expect(model.getByRole('status')).toContainText('127.0.0.1:9');
  await expect(model.getByRole('button', { name: 'Try again' })).toBeVisible();
  await model.getByRole('button', { name: 'Change' }).click();
  await enter('right', server.url);
  await expect(model.getByRole('status')).toContainText('Connected to');
  await expect(model.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a server that doesn’t list the model offers those it lists', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Hello.')] });
  await using _ = server;
  server.models = ['qwen3-coder', 'llama3.1'];
  const { page } = await startHost({ env });
  const model = stepsOf(page).getByRole('region', { name: 'Connect a model' });
  await expect(model.getByRole('status')).toContainText('doesn’t list');
  await model.getByRole('button', { name: 'Use qwen3-coder' }).click();
  await expect(model.getByRole('status')).toContainText('Connected to qwen3-coder');
  await expect(model.getByRole('button', { name: /^Use / })).toHaveCount(0);
});

test('the first steps are skipped once and never return', async ({ startHost }) => {
  const { page } = await startHost();
  await expect(stepsOf(page).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Skip these steps' }).click();
  await expect(stepsOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enter a key' })).toBeVisible();
  const { page: again } = await startHost();
  await expect(again.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await expect(stepsOf(again)).toHaveCount(0);
});

test('a folder that needs trust is read first, then says what will ask, once', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const folder = join(homeDir, 'garden');
  mkdirSync(folder);
  writeFiles(folder, { '.claude/settings.json': '{"permissions":{"allow":["Bash(make *)"]}}' });
  const { page } = await startHost({ env });
  await expect(stepsOf(page).getByRole('status')).toContainText('Connected to');
  await page.getByRole('button', { name: 'Open folder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(homeDir, 'nowhere'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('There is no folder');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  await expect(page.getByRole('region', { name: 'Folder trust' })).toContainText('Bash(make *)');
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  const card = page.getByRole('region', { name: 'What will ask' });
  await expect(card).toContainText('Asks you first:');
  await expect(card).toContainText('no effect until you trust it');
  await expect(partsOf(page).message).toBeFocused();
  await say(page, 'Go');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await expect(card).toHaveCount(0);
});
