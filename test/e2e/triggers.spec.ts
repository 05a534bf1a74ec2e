import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { freePort } from '../support/servers/free-port.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('a webhook of the agent gets its key in the window, once, and starts its prompt', async ({ startHost, homeDir }) => {
  const body = { name: 'Build', prompt: 'Look at the build \u202Eand report.' };
  const { server, env } = await startModel(
    { blocks: [toolUse('a', 'RemoteTrigger', { action: 'create_webhook_trigger', body })] },
    { blocks: [text('The webhook is there.')] },
    { blocks: [text('The build is red.')] },
  );
  await using _ = server;
  mkdirSync(join(homeDir, '.claude'));
  writeFileSync(join(homeDir, '.claude/settings.json'), JSON.stringify({ gatehouse: { webhookPort: await freePort() } }));
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Make a webhook');
  await expect(page.getByText('The webhook is there.')).toBeVisible();
  const list = page.getByRole('list', { name: 'The agent’s triggers' });
  await list.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Key for “Build”' });
  await expect(dialog).toContainText('Look at the build');
  await expectAccessible(page, 'the key of a webhook');
  const example = await dialog.locator('pre').innerText();
  const [, url = '', key = ''] = /(http:\S+)[\s\S]*Bearer ([\w-]+)/u.exec(example) ?? [];
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).not.toContainText(key);
  const called = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: 'red' });
  expect(called.status).toBe(202);
  await expect(page.getByText('The build is red.')).toBeVisible();
  await list.getByRole('button', { name: /^Remove/u }).click();
  await expect(list).toHaveCount(0);
});
