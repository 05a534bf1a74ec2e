import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdCommand } from './connection.ts';
import { expect, test } from './host.ts';

test('the settings form writes to the chosen file, rejects invalid values, and undoes changes', async ({ startHost, homeDir }) => {
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': '{"respectGitignore": false}' } });
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  await page.keyboard.press('ControlOrMeta+,');
  const row = (title: string) => page.getByRole('list', { name: 'Settings files' }).getByRole('listitem').filter({ hasText: title });
  await expect(row('Days to keep sessions')).toContainText('Default: 30');
  await expect(row('Leave out what git ignores')).toContainText('ignored: the value from this project’s shared settings');

  const days = row('Days to keep sessions').getByRole('textbox');
  await days.fill('none');
  await days.press('Enter');
  await expect(row('Days to keep sessions').getByRole('alert')).toContainText('whole number');
  await days.fill('7');
  await days.press('Enter');
  await expect(row('Days to keep sessions')).toContainText('7, from your settings');
  const user = (): unknown => JSON.parse(readFileSync(join(homeDir, '.claude/settings.json'), 'utf8'));
  expect(user()).toEqual({ cleanupPeriodDays: 7 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Days to keep sessions')).toContainText('Default: 30');
  expect(user()).toEqual({});

  // No project file can name a program.
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This project, only me' }).click();
  await expect(row('Editor')).toContainText('Only “All my projects” can set this.');
  await row('Compact long conversations').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Off' }).click();
  await expect(row('Compact long conversations')).toContainText('Off, from your settings for this project');
  expect(JSON.parse(readFileSync(join(projectDir, '.claude/settings.local.json'), 'utf8'))).toEqual({ autoCompactEnabled: false });
});

test('settings have sections and a search, and the palette leads to them', async ({ startHost }) => {
  const { page } = await startHost({ files: { '.claude/settings.local.json': '{"cleanupPeriodDays": 5, "model": "m1"}' } });
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('settings hooks');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Hooks', exact: true }).first()).toBeFocused();
  const sections = page.getByRole('navigation', { name: 'Sections of settings' });
  await sections.getByRole('button', { name: 'Settings files' }).click();
  await sections.getByRole('button', { name: 'Skills' }).click();
  await expect(page.getByRole('heading', { name: 'Skills', exact: true })).toBeInViewport();

  // By key, as in settings.json; the section that is left is listed alone.
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('cleanupPeriod');
  const rows = page.getByRole('list', { name: 'Settings files' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(sections.getByRole('button')).toHaveText(['Settings files', 'Model and sessions']);
  await expect(rows).toContainText('ignored: the value from your settings for this project');
  await search.fill('The model of new sessions.');
  const model = rows.filter({ hasText: 'The model of new sessions.' });
  await expect(model).toContainText('m1, from your settings for this project');
  await expect(model).toContainText('.claude/settings.local.json');
  await model.getByRole('button', { name: 'Change Model in the file that sets it' }).click();
  await model.getByRole('button', { name: 'Reset Model' }).click();
  await expect(model).toContainText('Default: the built-in choice');

  // What a section is about finds its settings, its name all of them.
  const appearance = page.getByRole('list', { name: 'Appearance', exact: true }).getByRole('listitem');
  await search.fill('theme');
  await expect(appearance).toHaveCount(1);
  await expect(appearance).toContainText('Theme');
  await search.fill('appearance');
  await expect(appearance).toHaveCount(6);

  await search.fill('nothing like it');
  await expect(page.getByText('No setting matches “nothing like it”')).toBeVisible();
  await search.press('Escape');
  await expect(page.getByRole('heading', { name: 'Appearance', exact: true })).toBeVisible();
});

test('what has no form leads to the rule list or to its file', async ({ startHost }) => {
  const { page } = await startHost({
    files: { '.claude/settings.local.json': '{"permissions": {"allow": ["Bash(make)"]}, "env": {"A": "b"}}' },
  });
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+,');
  const row = (title: string) => page.getByRole('list', { name: 'Settings files' }).getByRole('listitem').filter({ hasText: title });
  await expect(row('What runs without asking.')).toContainText('Set in your settings for this project');
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This project, only me' }).click();
  // Hooks have an editor of their own, and so do the plugins of all projects.
  const hooks = page.locator('[data-setting="hooks"]').filter({ hasText: 'Commands and URLs' });
  await expect(hooks).toContainText('Change this under “Hooks” above.');
  await expect(page.locator('[data-setting="enabledPlugins"]').getByRole('button', { name: 'Open file' })).toBeVisible();
  await hooks.getByRole('button', { name: 'Go to Hooks' }).click();
  await expect(page.getByRole('heading', { name: 'Hooks', exact: true, level: 3 })).toBeFocused();
  await page.locator('[data-setting="env"]').getByRole('button', { name: 'Open file' }).click();
  const rules = page.getByRole('region', { name: 'Rules', exact: true });
  await expect(rules.getByRole('tab', { name: 'This project, only me' })).toHaveAttribute('aria-selected', 'true');
  await expect(rules.getByText('"env"')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await page.locator('[data-setting="permissions.allow"]').getByRole('button', { name: 'Open rules' }).click();
  await expect(rules.getByRole('row').filter({ hasText: 'Bash(make)' })).toBeVisible();
});

test('a section that is gone to before it has loaded stays in sight when it has', async ({ page, startHost }) => {
  const list = await holdCommand(page, 'settings.list');
  const { url } = await startHost({ files: {}, noPage: true });
  await page.goto(url);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await list.hold();
  await page.keyboard.press('ControlOrMeta+,');
  const sections = page.getByRole('navigation', { name: 'Sections of settings' });
  await sections.getByRole('button', { name: 'Settings files' }).click();
  const heading = page.getByRole('heading', { name: 'Settings files', exact: true });
  await expect(heading).toBeFocused();
  list.release();
  await expect(sections.getByRole('button', { name: 'Settings files' })).toHaveAttribute('aria-current', 'true');
  await expect(sections.getByRole('button', { name: 'Model and sessions' })).toBeVisible();
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'About', exact: true })).not.toBeInViewport();
});

test('theme and fonts are kept for every window, and can be reset', async ({ startHost }) => {
  const host = await startHost({ files: {} });
  const { page } = host;
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('combobox', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'Light' }).click();
  const size = page.getByRole('textbox', { name: 'Text size' });
  await size.fill('99');
  await size.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'A number from 11 to 16.' })).toBeVisible();
  await size.fill('15');
  await size.press('Enter');
  await expect(page.locator('body')).toHaveCSS('font-size', '15px');
  const font = page.getByRole('textbox', { name: 'Code font' });
  await font.fill('No Such Font');
  await font.press('Enter');
  await expect(page.getByText('“No Such Font” isn’t installed here')).toBeVisible();
  await expect(page.locator('code').first()).toHaveCSS('font-family', /^"No Such Font", "JetBrains Mono Variable"/);
  await host.stop();

  // Another address, so nothing of the browser's own storage is known.
  const { page: again } = await startHost({ projectDir: host.projectDir });
  await expect(again.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(again.locator('body')).toHaveCSS('font-size', '15px');
  await again.keyboard.press('ControlOrMeta+,');
  await again.getByRole('button', { name: 'Reset Text size' }).click();
  await expect(again.locator('body')).toHaveCSS('font-size', '13px');
  await again.getByRole('button', { name: 'Reset Code font' }).click();
  await expect(again.getByRole('textbox', { name: 'Code font' })).toHaveValue('');
});
