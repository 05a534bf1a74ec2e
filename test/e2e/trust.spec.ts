import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const settings = (command: string): string =>
  JSON.stringify({
    permissions: { allow: ['Bash(touch allowed.txt)'] },
    env: { MODE: 'production' },
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] },
  });
const FILES = {
  '.claude/settings.json': settings('touch hooked.txt'),
  '.mcp.json': '{"mcpServers":{"db":{"command":"./db","args":["--all"]}}}',
};

test('shows what a folder would run before it runs, also after it changed', async ({ startHost }) => {
  const touch = { blocks: [toolUse('b1', 'Bash', { command: 'touch allowed.txt' })] };
  const { server, env } = await startModel(touch, { blocks: [text('Touched.')] });
  await using _ = server;
  const first = await startHost({ files: FILES, env });
  const { page, projectDir } = first;
  const trust = page.getByRole('region', { name: 'Folder trust' });
  await expect(trust.getByRole('heading', { level: 2 })).toBeFocused();
  for (const literal of ['allows Bash(touch allowed.txt)', 'touch hooked.txt', 'MODE', 'production', './db --all'])
    await expect(trust).toContainText(literal);
  await expect(partsOf(page).message).toBeHidden();

  // Panes that explain what would apply can be opened before the answer; the others wait for it.
  await trust.getByRole('button', { name: 'Review the rules' }).click();
  const rules = page.getByRole('region', { name: 'Rules' });
  await expect(rules.getByRole('row', { name: /touch allowed\.txt/ })).toContainText('no effect');
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the question' }).click();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(trust).toBeVisible();

  // Works without trust, and none of it applies.
  await trust.getByRole('button', { name: 'Open without trusting' }).click();
  await say(page, 'touch it');
  await expect(partsOf(page).allow).toBeEnabled();
  // Once chosen, it covers no session that the person returns to.
  await page.reload();
  await expect(partsOf(page).allow).toBeEnabled();
  await expect(trust).toBeHidden();
  expect([existsSync(join(projectDir, 'hooked.txt')), existsSync(join(projectDir, 'allowed.txt'))]).toEqual([false, false]);
  await partsOf(page).allow.click();
  await expect(page.getByText('Touched.')).toBeVisible();

  await page.getByRole('button', { name: 'Not trusted' }).click();
  await trust.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(partsOf(page).message).toBeVisible();

  // A change during work is reported there.
  writeFileSync(join(projectDir, '.claude/settings.json'), settings('touch soon.txt'));
  await expect(page.getByText('This folder’s settings have changed').first()).toBeVisible();
  await expect(partsOf(page).message).toBeVisible();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Review' }).click();
  await trust.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(trust).toBeHidden();

  // A replaced command is asked about again, and highlighted.
  await first.stop();
  writeFileSync(join(projectDir, '.claude/settings.json'), settings('touch evil.txt'));
  await startHost({ projectDir, env });
  await expect(trust).toContainText('have changed');
  await expect(trust.locator('[data-state="new"]')).toHaveText(/touch evil\.txt.*new/);
  await expect(trust.locator('[data-state="gone"]')).toHaveText(/touch soon\.txt.*gone/);
  expect(existsSync(join(projectDir, 'evil.txt'))).toBe(false);
  expect(readFileSync(join(projectDir, '.mcp.json'), 'utf8')).toBe(FILES['.mcp.json']);
});

test('the question has the focus when its folder is opened, whatever had it before', async ({ startHost, homeDir }) => {
  const folder = join(homeDir, 'orchard');
  mkdirSync(join(folder, '.claude'), { recursive: true });
  writeFileSync(join(folder, '.claude/settings.json'), settings('touch hooked.txt'));
  const { page } = await startHost({ files: {} });
  const browser = page.getByRole('dialog', { name: 'Open folder' });
  const heading = page.getByRole('region', { name: 'Folder trust' }).getByRole('heading', { level: 2 });
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+o');
    await browser.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await page.keyboard.press('Enter');
    await expect(browser.getByRole('button', { name: 'Open this folder' })).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(browser).toBeHidden();
    await expect(heading).toBeFocused();
  };
  // A control of an earlier dialog, which stays in the window.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await partsOf(page).message.focus();
  await open();

  // One that has the focus itself.
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  await expect(partsOf(page).message).toBeFocused();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
  await open();
});
