import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 740, height: 360 }, hasTouch: true });

const show = (page: Page, what: string) => page.getByRole('button', { name: `Show ${what}`, exact: true }).tap();

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

const NAMES = Array.from({ length: 14 }, (_, index) => `src/part-${index % 3}/file-${index}.ts`);
const COMMAND = `for f in ${NAMES.join(' ')}; do echo two >> $f; done`;

async function startWithChanges() {
  const model = await startModel({ blocks: [toolUse('b1', 'Bash', { command: COMMAND })] }, { blocks: [text('All changed.')] });
  const allow = JSON.stringify({ permissions: { allow: ['Bash'] } });
  return { ...model, files: { ...Object.fromEntries(NAMES.map((name) => [name, 'one\n'])), '.claude/settings.local.json': allow } };
}

test('a phone on its side shows the conversation or a pane in all of the width, chosen by buttons with names', async ({
  startHost,
  page,
}) => {
  const { server, env, files } = await startWithChanges();
  await using _ = server;
  await startHost({ files, env });
  const { message, timeline } = partsOf(page);
  await say(page, 'change them');
  const answer = page.getByText('All changed.');
  await expect(answer).toBeInViewport();
  await expect(timeline).toBeHidden();
  expect((await boxOf(message)).width).toBeGreaterThan(400);
  const bar = page.getByRole('navigation', { name: 'Panes' });
  for (const name of ['Sessions', 'Chat', 'Timeline', 'Terminals', 'Rules', 'Changes', 'Tasks', 'Settings'])
    await expect(bar.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  await message.fill('a draft');
  for (const pane of ['terminals', 'rules', 'changes', 'tasks', 'settings', 'timeline']) {
    await show(page, pane);
    await expect(page.getByRole('button', { name: `Show ${pane}`, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(message).toBeHidden();
    const { x, width, y, height } = await boxOf(page.locator('[data-region="side"]'));
    expect([x + width, y + height], pane).toEqual([740, 360]);
    expect(width, pane).toBeGreaterThan(680);
    expect(height, pane).toBeGreaterThan(280);
  }
  await show(page, 'conversation');
  await expect(answer).toBeInViewport();
  await expect(message).toHaveValue('a draft');
  // Turned upright, the same is shown.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(answer).toBeInViewport();
  await expect(message).toHaveValue('a draft');
});

test('on a phone on its side the changes have one row above the diffs, and the files are behind a button', async ({ startHost, page }) => {
  const { server, env, files } = await startWithChanges();
  await using _ = server;
  await startHost({ files, env });
  await say(page, 'change them');
  await expect(page.getByText('All changed.')).toBeVisible();
  await show(page, 'changes');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const count = pane.getByRole('button', { name: '14 files' });
  await expect(count).toHaveAttribute('aria-expanded', 'false');
  const overview = pane.getByRole('navigation', { name: 'Overview of the changed files' });
  await expect(overview).toHaveCount(0);
  const head = await boxOf(count);
  expect(Math.abs((await boxOf(pane.getByRole('button', { name: 'Refresh' }))).y - head.y)).toBeLessThan(4);
  expect((await boxOf(pane.locator('[data-scroller]'))).height).toBeGreaterThan(220);
  await count.tap();
  await overview.getByRole('link', { name: /^file-13\.ts/ }).tap();
  await expect(overview).toHaveCount(0);
  await expect(pane.locator('[data-path="src/part-1/file-13.ts"] [data-line]').first()).toBeInViewport();
  // Upright there is room for both.
  await page.setViewportSize({ width: 390, height: 844 });
  await count.tap();
  await expect(overview).toBeVisible();
});

test('on a phone on its side the first line of the queue is as high as the button in it', async ({ startHost, page }) => {
  const reads = ['/etc/hostname', '/usr/share/doc', '/etc/hosts'].map((path, at) => toolUse(`r${at}`, 'Read', { file_path: path }));
  const { server, env } = await startModel({ blocks: [...reads, toolUse('b1', 'Bash', { command: 'npm install lodash' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'read');
  const button = queue.getByRole('button', { name: 'Allow 3 that only read' });
  for (const viewport of [
    { width: 740, height: 360 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    const [box, line, count] = await Promise.all([button, button.locator('xpath=../..'), queue.getByText('4 pending requests')].map(boxOf));
    if (!box || !line || !count) throw new Error('nothing is shown');
    for (const { y, height } of [box, count]) {
      expect(y).toBeGreaterThanOrEqual(line.y);
      expect(y + height).toBeLessThanOrEqual(line.y + line.height);
    }
    expect(line.height).toBeLessThan(50);
  }
});
