import { expect } from 'playwright/test';
import { test } from './electron-double/desktop-test.ts';

const STATE = { id: 1, command: 'app.state', input: {} };

test('a link puts its text into the message box and sends nothing', async ({ desktop, homeDir, page }) => {
  await desktop.show(page);
  await desktop.ask('openUrl', 'gatehouse://draft?text=Fix%20the%20%E2%80%AEtests');
  await expect(page.getByText('A link has text for the message box')).toBeVisible();
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect(box).toHaveValue('Fix the \\u{202e}tests');
  await desktop.ask('secondInstance', ['electron', '/app', 'gatehouse://draft?text=and%20deploy'], homeDir);
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(box).toHaveValue('Fix the \\u{202e}tests\n\nand deploy');
  expect(desktop.pushes.filter(({ push }) => push === 'app.draft')).toHaveLength(2);
});

test('ignores any other link', async ({ desktop, homeDir }) => {
  await desktop.ask('request', STATE);
  for (const link of [
    'gatehouse://run?text=x',
    'gatehouse://draft/x?text=y',
    'gatehouse://draft',
    'gatehouse://draft?folder=/etc',
    `gatehouse://draft?text=${'x'.repeat(20_001)}`,
    'https://draft?text=x',
    'gatehouse:draft?text=x',
  ]) {
    await desktop.ask('openUrl', link);
    await desktop.ask('secondInstance', ['electron', '/app', link], homeDir);
  }
  await desktop.ask('openUrl', 'gatehouse://draft?text=last');
  await expect.poll(() => desktop.pushes.at(-1)).toEqual({ push: 'app.draft', payload: { text: 'last' } });
  expect(desktop.pushes).toHaveLength(1);
});
