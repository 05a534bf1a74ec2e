import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { NOT_IN_VIEW, answerWithKey, partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

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
    await expect(queue.getByText(/^Read on: [1-9]\d* of [1-9]\d* lines seen/)).toBeVisible();
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
  await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
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

test('edits on a shared card count as seen once their first changed lines were in view, not the lines before', async ({
  startHost,
  page,
}) => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`);
  const edit = (name: string) => toolUse(name, 'Edit', { file_path: `src/${name}.txt`, old_string: 'line 20', new_string: 'LINE 20' });
  const names = ['one', 'two', 'three'];
  const { server, env } = await startModel(
    { blocks: names.map((name) => toolUse(`read-${name}`, 'Read', { file_path: `src/${name}.txt` })) },
    { blocks: names.map(edit) },
    { blocks: [text('Edited.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({
    files: Object.fromEntries(names.map((name) => [`src/${name}.txt`, `${lines.join('\n')}\n`])),
    env,
  });
  const { queue, allow } = partsOf(page);
  await page.setViewportSize({ width: 1000, height: 1000 });
  await say(page, 'Edit them');
  await expect(allow).toHaveText('Allow once: these 3');
  const changed = queue.locator('[data-request]').last().locator('[data-changed]').first();
  // The window ends just above the first changed line of the last edit.
  for (let height = 1000; height > 500 && (await inSight(changed)); height -= 20) await page.setViewportSize({ width: 1000, height });
  await page.reload();
  await expect(allow).toBeEnabled();
  await expect.poll(() => inSight(changed)).toBe(false);
  await allow.click();
  await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
  expect(readFileSync(join(projectDir, 'src/three.txt'), 'utf8')).not.toContain('LINE');
  await expect(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: 1000 });
    await expect(page.getByText('Edited.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
});

/** Whether a finger would meet its middle. */
function inSight(line: Locator): Promise<boolean> {
  return line.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(left + 24, top + height / 2));
  });
}

test('a script that can’t be read is allowed only once all of its lines were in view', async ({ startHost, page }) => {
  const script = `python3 - <<'PY'\n${Array.from({ length: 80 }, (_, line) => `print(${line})`).join('\n')}\nopen('made','w')\nPY`;
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: script })] }, { blocks: [text('Ran.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Run it');
  await expect(allow).toBeEnabled();
  await allow.click();
  await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
  await expect(async () => {
    if (await allow.isVisible()) await allow.click({ timeout: 1000 });
    await expect(page.getByText('Ran.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
});

test('keys allow nothing while what they would allow is scrolled out of view', async ({ startHost, page }) => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const content = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('');
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'made.txt', content }), ...names.map((name) => bash(name, `node ${name}.js`))] },
    { blocks: [text('Made.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1280, height: 640 });
  const { queue, allow, message } = partsOf(page);
  await say(page, 'make it');
  await expect(queue.getByText('11 pending requests')).toBeVisible();
  const card = queue.getByRole('group', { name: /made\.txt/ }).first();
  await queue.getByRole('button', { name: /made\.txt/ }).click();
  const line = card.locator('[data-changed]').first();
  await expect.poll(() => inSight(line)).toBe(true);
  await expect(allow).toBeEnabled();
  await card.getByRole('heading').click();
  await expect(card).toHaveAttribute('data-engaged', 'true');
  await page.keyboard.press('Home');
  await expect.poll(() => inSight(line)).toBe(false);
  await page.keyboard.press('a');
  await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
  await expect.poll(() => inSight(line)).toBe(true);
  expect(existsSync(join(projectDir, 'made.txt'))).toBe(false);
  await expect(async () => {
    if ((await card.count()) > 0) await page.keyboard.press('a');
    await expect.poll(() => existsSync(join(projectDir, 'made.txt')), { timeout: 500 }).toBe(true);
  }).toPass({ timeout: 20_000 });
  await expect(message).not.toHaveValue(/a/);
});
