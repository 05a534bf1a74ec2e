import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './host.ts';
import { readSessionEvents } from './session-files.ts';
import { answerWithKey } from './window.ts';

/** The first use: no key, no network, one click, then keyboard only. */
test('the demo runs from “Try the demo” to a passing test with the keyboard alone', async ({ startHost, homeDir }) => {
  const temp = join(homeDir, 'tmp');
  mkdirSync(temp);
  const { page, stateDir } = await startHost({ env: { TMPDIR: temp } });
  await page.getByRole('button', { name: 'Try the demo' }).first().click();

  const queue = page.getByRole('region', { name: 'Permission queue' });
  const timeline = page.getByRole('treegrid', { name: 'Timeline' });
  await expect(queue.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await expect(queue).toContainText('goodsInCents >= FREE_SHIPPING_FROM');

  const demoDir = join(temp, readdirSync(temp).find((name) => name.startsWith('gatehouse-demo-')) ?? '', 'corner-shop');
  const rule = (): string => readFileSync(join(demoDir, 'src/shipping.js'), 'utf8');
  expect(rule()).toContain('goodsInCents > FREE');

  await answerWithKey(page, 'a');
  await expect.poll(rule).toContain('goodsInCents >= FREE');

  await expect(queue).toContainText('npm test');
  await answerWithKey(page, 'a');

  await expect(page.getByText('All five tests pass.')).toBeVisible();
  const next = page.getByRole('region', { name: 'That was the demo.' });
  await expect(next.getByRole('button', { name: 'Open folder' })).toBeVisible();
  await next.getByRole('button', { name: 'Connect a model' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect a model' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const tool of ['Read', 'Edit', 'Bash', 'Grep', 'Glob'])
    await expect(timeline.getByRole('row').filter({ hasText: tool }).first()).toBeVisible();

  const events = readSessionEvents(stateDir);
  const reads = events.flatMap((event) => (event.type === 'call.queued' && event.data.toolName === 'Read' ? [event.data] : []));
  expect(
    reads.map(({ parallel }) => parallel),
    'the reads may run side by side',
  ).toEqual([true, true, true, true]);

  await timeline.getByRole('row').filter({ hasText: 'npm test' }).first().click();
  await expect(page.getByText('fail 0').first()).toBeAttached();
});
