import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row } from './window.ts';

test('a demo given on the command line plays in that folder for anyone who opens the window', async ({ startHost }) => {
  const { page, projectDir } = await startHost({ demo: true });
  const { queue, timeline } = partsOf(page);
  await expect(queue).toContainText('goodsInCents >= FREE_SHIPPING_FROM');
  await answerWithKey(page, 'a');
  await expect(row(timeline, 'src/shipping.js')).toBeVisible();
  await expect.poll(() => readFileSync(join(projectDir, 'src/shipping.js'), 'utf8')).toContain('>= FREE');
  await expect(queue).toContainText('npm test');
  await answerWithKey(page, 'd');
  await expect(partsOf(page).stop).toBeHidden();
  await expect(row(timeline, 'npm test')).toHaveAttribute('data-state', 'denied');
});
