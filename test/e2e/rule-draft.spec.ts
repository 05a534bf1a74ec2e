import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../main/session/store.ts';
import { bash, PastSessions } from '../support/past-sessions.ts';
import { expect, test } from './host.ts';

test('a draft that Escape discards can be taken back, and one without text ends without a word', async ({ startHost, page }) => {
  await startHost({ files: {} });
  await page.getByRole('button', { name: 'Show rules' }).click();
  const field = page.getByRole('textbox', { name: 'Rule', exact: true });
  const begin = page.getByRole('button', { name: 'New rule' });
  await begin.click();
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await begin.click();
  await page.getByRole('radio', { name: 'Deny' }).check({ force: true });
  await field.fill('Bash(curl *)');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Draft discarded: Bash(curl *)');
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue('Bash(curl *)');
  await expect(page.getByRole('radio', { name: 'Deny' })).toBeChecked();
});

test('a call of several lines is tried as it is', async ({ startHost, page }) => {
  await startHost({ files: {} });
  await page.getByRole('button', { name: 'Show rules' }).click();
  const field = page.getByRole('textbox', { name: 'Call to try' });
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const line = await height();
  const command = "git commit -F - <<'EOF'\nOne line\nEOF";
  await field.focus();
  await page.keyboard.insertText(command);
  await expect(field).toHaveValue(command);
  await expect(page.getByRole('status').filter({ hasText: 'Asks' })).not.toContainText('does not parse');
  await expect.poll(height).toBeGreaterThan(line + 30);
  await field.fill('npm test');
  await field.press('Enter');
  await expect(field).toHaveValue('npm test');
  await field.press('Shift+Enter');
  await page.keyboard.insertText('npm run lint');
  await expect(field).toHaveValue('npm test\nnpm run lint');
});

test('at 1280 × 800 the menu of a rule shows all that it offers', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await startHost({ files: { '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Bash(npm test *)'] } }) } });
  await page.getByRole('button', { name: 'Show rules' }).click();
  await page.getByRole('row').filter({ hasText: 'Bash(npm test *)' }).hover();
  await page.getByRole('button', { name: /More for .*npm test/u }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rules say how often they were used, and no keys are listed', async ({ startHost, page, homeDir }) => {
    const projectDir = join(homeDir, 'project');
    mkdirSync(projectDir, { recursive: true });
    const folder = join(homeDir, '.gatehouse/sessions', projectSlug(projectDir));
    const text = 'Bash(npm test)';
    const past = new PastSessions(folder, projectDir, [{ id: 'r', behavior: 'allow', source: 'local', text }]);
    past.session(bash('npm test'), bash('npm test'), bash('npm test')).close();
    mkdirSync(join(projectDir, '.claude'));
    writeFileSync(join(projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { allow: [text] } }));
    await startHost({ projectDir });
    await page.getByRole('button', { name: 'Show rules' }).click();
    await expect(page.getByRole('row').filter({ hasText: text }).getByText('Used 3 times')).toBeVisible();
    await page.getByRole('button', { name: 'Try a call' }).click();
    await expect(page.getByRole('textbox', { name: 'Call to try' })).toBeVisible();
    await expect(page.getByText('turn off or on')).toBeHidden();
  });
});
