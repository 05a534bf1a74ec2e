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

for (const size of [
  { width: 740, height: 360 },
  { width: 390, height: 500 },
]) {
  test(`at ${size.width} × ${size.height} the reason for a denial is written in sight of what it is for`, async ({ startHost, page }) => {
    await page.setViewportSize(size);
    const command = Array.from({ length: 60 }, (_each, index) => `npm run step-${index}`).join('\n');
    const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] });
    await using _ = server;
    await startHost({ files: {}, env });
    const { message, queue } = partsOf(page);
    await message.fill('go');
    await page.getByRole('button', { name: 'Send' }).tap();
    const button = (name: string) => queue.getByRole('button', { name, exact: true });
    await expect(button('Deny')).toBeEnabled();
    await button('Say why not').tap();
    const field = queue.getByRole('textbox');
    await expect(field).toBeFocused();
    for (const part of [field, button('Cancel'), button('Deny and send')]) await expect(part).toBeInViewport({ ratio: 1 });
    await expect(queue.getByRole('heading', { name: /run a command/ })).toBeInViewport({ ratio: 1 });
  });
}

test('the answers stay where they are as the request gets older', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('w1', 'Write', { file_path: 'src/tax.js', content: 'one\n' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { message, queue } = partsOf(page);
  await message.fill('write');
  await page.getByRole('button', { name: 'Send' }).tap();
  const age = queue.locator('time');
  await expect(age).toHaveText('just now');
  const before = await age.boundingBox();
  await expect(age).not.toHaveText('just now');
  expect(await age.boundingBox()).toEqual(before);
});

test('on a phone no tooltip is left standing where a finger pressed', async ({ startHost, page }) => {
  await startHost({ files: {} });
  const sessions = page.getByRole('button', { name: 'Show the sessions of all projects' });
  await sessions.tap();
  await expect(page.locator('[data-session-list]')).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-session-list]')).toHaveCount(0);
  await sessions.focus();
  await expect(sessions).toBeFocused();
  await expect(page.getByText('Show the sessions of all projects')).toHaveCount(0);
});
