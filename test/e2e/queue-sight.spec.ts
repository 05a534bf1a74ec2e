import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const UNSEEN = 'Ignored: what this allows wasn’t in view';

/** Harmless lines of such a length, then what they hide. */
const behind = (lines: number, length: number, last: string) =>
  [...Array.from({ length: lines }, (_, line) => `# ${line} ${'of the build '.repeat(length)}`.trimEnd()), last].join('\n');

for (const { how, command } of [
  { how: 'that the card shows whole', command: behind(90, 0, 'rm -rf old-build') },
  { how: 'that scrolls by itself', command: behind(60, 6, 'rm -rf old-build') },
  { how: 'at the end of a long line', command: `: ${'one two three four five six '.repeat(250)}; rm -rf old-build` },
])
  test(`what can’t be undone is allowed only once all of it was in view: a command ${how}`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: [bash('b1', command)] }, { blocks: [text('Cleaned.')] });
    await using _ = server;
    const { projectDir } = await startHost({ files: { 'old-build/a.txt': 'a' }, env });
    await page.setViewportSize({ width: 1280, height: 800 });
    const { queue } = partsOf(page);
    await say(page, 'clean');
    const typed = queue.getByRole('textbox', { name: 'Type old-build to allow it' });
    await expect(queue.getByRole('button', { name: 'Hold to allow once' })).toBeEnabled();
    await typed.fill('old-build');
    await typed.press('Enter');
    await expect(queue.getByText(UNSEEN)).toBeVisible();
    // Nor is its end enough.
    const payload = queue.locator('[data-payload]').first();
    await expect.poll(() => placeOfEnd(payload, 'scroll')).toBe('in view');
    await typed.press('Enter');
    await expect.poll(() => placeOfEnd(payload)).toBe('out of view');
    expect(existsSync(join(projectDir, 'old-build'))).toBe(true);
    // Each press goes on to what wasn’t in view yet.
    const cleaned = page.getByText('Cleaned.');
    await expect(async () => {
      if (await typed.isVisible()) await typed.press('Enter', { timeout: 1000 });
      await expect(cleaned).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 40_000 });
    expect(existsSync(join(projectDir, 'old-build'))).toBe(false);
  });

/** Whether the end of the command is in view, above the buttons, after scrolling to it. */
async function placeOfEnd(payload: Locator, scrolls?: 'scroll'): Promise<string> {
  return payload.evaluate((element, isScrolled) => {
    const list = element.closest('[role="group"][data-ask]')?.parentElement;
    const box = element.querySelector('[role="group"]');
    const command = box ?? element.querySelector('pre');
    if (!list || !command) return 'missing';
    if (isScrolled) {
      box?.scrollTo(0, box.scrollHeight);
      list.scrollBy(0, command.getBoundingClientRect().bottom - list.getBoundingClientRect().top - 150);
    }
    const { bottom, left } = (box?.lastElementChild ?? command).getBoundingClientRect();
    return command.contains(element.ownerDocument.elementFromPoint(left + 24, bottom - 12)) ? 'in view' : 'out of view';
  }, scrolls !== undefined);
}

test('edits on a shared card are allowed together only once each was in view, and by themselves before', async ({ startHost, page }) => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const content = Array.from({ length: 12 }, (_, line) => `line ${line}\n`).join('');
  const write = (name: string) => toolUse(name, 'Write', { file_path: `src/${name}.txt`, content });
  const { server, env } = await startModel({ blocks: names.map(write) }, { blocks: [text('Written.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1000, height: 700 });
  const { queue, allow } = partsOf(page);
  const isWritten = (name: string) => existsSync(join(projectDir, `src/${name}.txt`));
  await say(page, 'Write them');
  await expect(allow).toHaveText('Allow once: these 6');
  await expect(allow).toBeEnabled();
  await expect(queue.getByText('six.txt').last()).not.toBeInViewport();
  await allow.click();
  await expect(queue.getByText(UNSEEN)).toBeVisible();
  await queue.locator('[data-request]').first().scrollIntoViewIfNeeded();
  const first = queue.getByRole('button', { name: 'Allow only this: src/one.txt' });
  await expect(first).toBeEnabled();
  await first.click();
  await expect.poll(() => isWritten('one')).toBe(true);
  expect(names.filter(isWritten)).toEqual(['one']);
  await expect(allow).toHaveText('Allow once: these 5');
  await expect(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: 1000 });
    await expect(page.getByText('Written.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  expect(names.filter(isWritten)).toEqual(names);
});

test('a command that an explanation cuts says that it goes on', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', behind(30, 0, 'npm run deploy'))] });
  await using _ = server;
  await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1280, height: 800 });
  const { queue } = partsOf(page);
  await say(page, 'deploy');
  await answerWithKey(page, 'x');
  const pinned = queue.locator('[data-pinned]');
  const isCut = () => pinned.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 2);
  await expect.poll(isCut).toBe(true);
  const goesOn = queue.getByText('More below');
  await expect(async () => {
    if ((await goesOn.count()) > 0) await goesOn.click({ timeout: 1000 });
    expect(await goesOn.count()).toBe(0);
  }).toPass({ timeout: 20_000 });
  expect(await isCut()).toBe(false);
});
