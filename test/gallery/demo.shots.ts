import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../e2e/host.ts';
import { answerWithKey, partsOf, row } from '../e2e/window.ts';
import { NARROW, shoot } from './shoot.ts';

test('first use: the start page, the demo’s asks, and the finished demo', async ({ startHost, homeDir }) => {
  const temp = join(homeDir, 'tmp');
  mkdirSync(temp);
  const { page } = await startHost({ env: { TMPDIR: temp } });
  const { allow, always, queue, timeline } = partsOf(page);
  await expect(page.getByRole('button', { name: 'Try the demo' }).first()).toBeVisible();
  await shoot(page, '01-home');

  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(allow).toBeVisible();
  await shoot(page, '02-edit-asks');
  await shoot(page, '03-edit-asks-narrow', NARROW);
  await answerWithKey(page, 'a');

  await expect(queue).toContainText('npm test');
  await expect(always).toBeEnabled();
  await always.click();
  await shoot(page, '04-always-allow');
  await page.keyboard.press('Escape');
  await answerWithKey(page, 'a');
  await expect(page.getByText('All five tests pass.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  await shoot(page, '05-done');

  await row(timeline, 'npm test').click();
  await shoot(page, '06-inspector');
  await page.keyboard.press('Escape');
  for (const [key, name] of [
    ['2', '07-terminals'],
    ['3', '08-rules'],
    ['4', '09-changes'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await shoot(page, name);
  }
  await page.getByRole('button', { name: 'Settings' }).first().click();
  await shoot(page, '10-settings');
  await page.keyboard.press('ControlOrMeta+k');
  await shoot(page, '11-palette');
});
