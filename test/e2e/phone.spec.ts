import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Nothing needs scrolling to the side, and the status bar's buttons are for fingers. */
async function expectFits(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), state).toBe(390);
  for (const button of await page.locator('footer[aria-label="Status"], nav').getByRole('button').all()) {
    const box = await button.boundingBox();
    if (!box) continue;
    expect(box.x + box.width, state).toBeLessThanOrEqual(390);
    expect(Math.min(box.width, box.height), state).toBeGreaterThanOrEqual(44);
  }
}

test('on a phone everything fits its width, and the message box stays in sight while a request waits', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'npm test' }), toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { allow, deny, message } = partsOf(page);
  await expectFits(page, 'an empty session');
  await say(page, 'write it');
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expectFits(page, 'requests wait');
  await deny.tap();
  await expect(partsOf(page).queue).toContainText('No pending requests');
  // The list covers the panes until one is chosen.
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).tap();
  const filter = page.getByPlaceholder('Filter sessions');
  await expect(filter).toBeVisible();
  await page.getByRole('button', { name: 'Show rules', exact: true }).tap();
  await expect(filter).toBeHidden();
  for (const pane of ['terminals', 'rules', 'changes', 'tasks', 'timeline']) {
    await page.getByRole('button', { name: `Show ${pane}`, exact: true }).tap();
    await expectFits(page, pane);
  }
});
