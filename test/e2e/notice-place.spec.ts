import type { Page } from 'playwright/test';
import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The options that a click in their middle, or at either end of it, would not reach. */
const UNREACHED = `[...document.querySelectorAll('[role=option]')].filter((option) => {
  const { left, right, top, bottom } = option.getBoundingClientRect();
  return [left + 4, (left + right) / 2, right - 4].some((x) => !option.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map((option) => option.textContent)`;

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
])
  test.describe(() => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test(`on a phone of ${width} × ${height} a notice lies over no open menu`, async ({ startHost, page }) => {
      await startHost({ files: { 'a.txt': 'a' } });
      await expect(partsOf(page).message).toBeVisible();
      // An error stays until it is closed.
      await say(page, '/mode none');
      await expect(noticeOf(page).getByText('There is no mode')).toBeVisible();
      await page.getByRole('combobox', { name: 'Mode' }).tap();
      await expect(page.getByRole('option')).toHaveCount(5);
      await expect.poll(() => page.evaluate<string[]>(UNREACHED)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('option')).toHaveCount(0);
      await expect(noticeOf(page).getByText('There is no mode')).toBeVisible();
    });
  });

for (const { width, height } of [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
])
  test.describe(() => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test(`in a low window of ${width} × ${height} a notice is one line, leaves the message box in sight, and a tap closes it`, async ({
      startHost,
      page,
    }) => {
      const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run one' })] });
      await using _ = server;
      await startHost({ files: { 'a.txt': 'a' }, env });
      const { queue, message, stop } = partsOf(page);
      await say(page, 'go');
      await expect(queue.getByRole('button', { name: /^Allow once/ })).toBeVisible();
      await expect(message).toBeInViewport({ ratio: 1 });
      for (const mode of ['none', 'neither']) await say(page, `/mode ${mode}`);
      const title = noticeOf(page).getByText('There is no mode “neither”');
      await expect(title).toBeVisible();
      await expect(noticeOf(page).getByText('There is no mode “none”')).toBeHidden();
      expect((await noticeOf(page).boundingBox())?.height).toBeLessThan(48);
      for (const control of [message, stop, queue.getByRole('button', { name: /^Allow once/ })])
        await expect(control).toBeInViewport({ ratio: 1 });
      await title.tap();
      await expect(title).toBeHidden();
      // What was behind it.
      await noticeOf(page).getByText('There is no mode “none”').tap();
      await expect(noticeOf(page).getByText('There is no mode')).toHaveCount(0);
      await expect(message).toBeInViewport({ ratio: 1 });
    });
  });

for (const { width, height } of [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
  { width: 844, height: 390 },
])
  test.describe(() => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test(`on a phone of ${width} × ${height} a request and the message box keep their room beside a notice`, async ({
      startHost,
      page,
    }) => {
      const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run lint && npx tsc --noEmit' })] });
      await using _ = server;
      await startHost({ files: {}, env });
      const { queue, message, stop } = partsOf(page);
      await say(page, 'go');
      await expect(queue.getByRole('button', { name: 'Allow once', exact: true })).toBeEnabled();
      const before = await queue.boundingBox();
      await say(page, '/mode none');
      await expect(noticeOf(page).getByText('There is no mode “none”')).toBeVisible();
      await expect(message).toBeInViewport({ ratio: 1 });
      await expect(stop).toBeInViewport({ ratio: 1 });
      expect(await queue.boundingBox()).toEqual(before);
      // On its side, over the names of the project and session.
      if (width > height) expect((await noticeOf(page).boundingBox())?.y).toBeLessThan(4);
      for (const part of [message, stop, queue.locator('pre').filter({ hasText: 'npm run lint && npx tsc' })])
        await part.click({ trial: true });
    });
  });
