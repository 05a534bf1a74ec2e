import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './host.ts';

test('X switches a deny rule off only when it is pressed again, and on again in its old place', async ({ startHost }) => {
  const deny = ['Read(./a.key)', 'Read(./.env)', 'Read(./b.key)'];
  const settings = { permissions: { deny } };
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': JSON.stringify(settings) } });
  const settingsNow = () => JSON.parse(readFileSync(join(projectDir, '.claude/settings.json'), 'utf8')) as { permissions: unknown };
  await page.getByRole('button', { name: 'Show rules' }).click();
  const rule = (name: string) => page.getByRole('region', { name: 'Rules', exact: true }).getByRole('row').filter({ hasText: name });
  const env = rule('Read(./.env)');
  await env.click();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Press X again to turn off Read(./.env)' })).toBeVisible();
  // Another rule asks for itself.
  await rule('Read(./a.key)').click();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Press X again to turn off Read(./a.key)' })).toBeVisible();
  await env.click();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Press X again to turn off Read(./.env)' })).toBeVisible();
  expect(settingsNow()).toEqual(settings);
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Rule turned off: Read(./.env)' })).toBeVisible();
  await expect(env).toContainText('off');
  expect(settingsNow().permissions).toEqual({ deny: ['Read(./a.key)', 'Read(./b.key)'] });
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Rule turned on: Read(./.env)' })).toBeVisible();
  expect(settingsNow()).toEqual(settings);
});
