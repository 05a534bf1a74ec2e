import type { Locator, Page } from 'playwright/test';
import { toolUse } from '../support/messages-answer.ts';
import { expect, test, type HostFixtures } from './host.ts';
import { partsOf, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const DESTROYS = 'rm -rf dist build packages/core/dist && npm run build -- --all';

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Opens a destructive request beside another one. */
async function ask(page: Page, startHost: HostFixtures['startHost'], said = 'clean') {
  const model = await startModel({
    blocks: [toolUse('b1', 'Bash', { command: DESTROYS, description: 'Clean' }), toolUse('b2', 'Bash', { command: 'npm test' })],
  });
  await startHost({ files: { 'dist/a.txt': 'a' }, env: model.env });
  const { message, queue } = partsOf(page);
  await message.fill(said);
  await page.getByRole('button', { name: 'Send' }).tap();
  const hold = queue.getByRole('button', { name: 'Hold to allow once' });
  await expect(hold).toBeEnabled();
  const button = (name: string) => queue.getByRole('button', { name, exact: true });
  return { ...model, queue, hold, button };
}

test('on a phone an explanation has the height of the window, and its answers one or two rows', async ({ startHost, page }) => {
  const { server, queue, button } = await ask(page, startHost);
  await using _ = server;
  await button('More').tap();
  await button('Explain').tap();
  const explanation = queue.locator('[data-explanation]');
  await expect(explanation.getByText('Would be allowed by')).toBeInViewport({ ratio: 1 });
  await expect(explanation.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  await expect(queue.locator(':focus')).toHaveAttribute('data-explained', 'true');
  for (const name of ['Hold to allow once', 'Deny, cancel 1 more', 'Explain', 'More'])
    await expect(button(name)).toBeInViewport({ ratio: 1 });
  expect((await boxOf(button('More'))).y - (await boxOf(button('Hold to allow once'))).y).toBeLessThan(60);
  await button('Explain').tap();
  await expect(explanation).toHaveCount(0);
  await expect(button('Edit')).toBeVisible();
  // More ends it, too, and shows the other answers.
  await button('Explain').tap();
  await button('More').tap();
  await expect(explanation).toHaveCount(0);
  await expect(button('Later')).toBeInViewport({ ratio: 1 });
});

test('on a phone on its side what can’t be undone has one row of answers, and the message box is whole or out of sight', async ({
  startHost,
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const { server, queue, hold, button } = await ask(page, startHost);
  await using _ = server;
  await expect(queue.locator('pre, [role=group]').filter({ hasText: DESTROYS }).last()).toBeInViewport({ ratio: 1 });
  const row = (await boxOf(hold)).y;
  for (const name of ['Deny, cancel 1 more', 'More']) expect((await boxOf(button(name))).y).toBe(row);
  const box = page.locator('[data-message-box]');
  for (const height of [360, 390, 430, 470]) {
    await page.setViewportSize({ width: 740, height });
    await expect
      .poll(async () => {
        const { y, height: own } = await boxOf(box);
        return !(await box.isVisible()) || y + own <= height;
      })
      .toBe(true);
  }
  await button('More').tap();
  await expect(queue.getByRole('textbox', { name: /^Type / })).toBeVisible();
  await expect(button('Always allow')).toBeInViewport({ ratio: 1 });
});

test('on a small phone a request of another session names it in full', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const said = 'Clean the build folders of the long project';
  const { server, queue } = await ask(page, startHost, said);
  await using _ = server;
  await page.keyboard.press('ControlOrMeta+Shift+o');
  const session = queue.getByTitle('Show this session').filter({ hasText: said });
  await expect(session).toBeInViewport({ ratio: 1 });
  expect(await session.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  const { x, width } = await boxOf(session);
  expect(x + width).toBeLessThanOrEqual(360);
});
