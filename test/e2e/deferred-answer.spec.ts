import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { holdCommand } from './connection.ts';
import { expect, test } from './host.ts';
import { pressInPage, typeInPage } from './typed-in-page.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const FILLS = /Press A to allow once or D to deny/;
const BY_ITSELF = 'Ignored: this request came up by itself';
const PROSE = 'add a test and do all the jobs at once: deploy, then tidy. a day saved adds to the date';

const run = (index: number) => toolUse(`r${index}`, 'Bash', { command: `npm run s${index}` });
const runs = (count: number) => Array.from({ length: count }, (_, index) => run(index));
const files = {
  'package.json': JSON.stringify({ scripts: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`s${index}`, 'true'])) }),
};

/** Lets what is listed be painted, and be there for longer than it must before an answer. By the page's clock, as below. */
async function listRests(page: Page): Promise<void> {
  const twoFrames = '(then) => requestAnimationFrame(() => requestAnimationFrame(then))';
  await page.evaluate(`new Promise((done) => (${twoFrames})(() => setTimeout(done, 400)))`);
}

/** Asks for each of some commands, and answers the first by key. */
async function answerFirst(page: Page, count: number): Promise<void> {
  const { queue } = partsOf(page);
  await say(page, 'run all');
  await expect(queue).toContainText(`${count} pending requests`);
  await listRests(page);
  await answerWithKey(page, 'a');
  await expect(queue.getByText(FILLS)).toBeVisible();
}

/** Lets more time pass than a letter must be away from other keys. The page's clock counts, so a slow machine waits longer. */
async function keysRest(page: Page): Promise<void> {
  await expect(partsOf(page).allow).toBeEnabled();
  await lookRests(page);
}

/** The same in a form, which takes the place of the buttons. */
async function lookRests(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 700))');
}

test('after an answer by key, one letter answers the request that follows, once its button has filled', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(4) }, { blocks: [text('All were run.')] });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 4);
  for (const left of ['2 pending requests', '1 pending request']) {
    await keysRest(page);
    await page.keyboard.press('a');
    await expect(queue).toContainText(left);
  }
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(page.getByText('All were run.')).toBeVisible();
});

test('a letter denies the request that follows, too', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(2) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 2);
  await keysRest(page);
  await page.keyboard.press('d');
  await expect(queue).toContainText('No pending requests');
});

test('Later needs no one to go to the request first, and lets nothing be answered that needs it', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(4) });
  await using _ = server;
  await startHost({ files, env });
  const { queue, allow } = partsOf(page);
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await say(page, 'run all');
  await expect(queue).toContainText('4 pending requests');
  await listRests(page);
  // It has the focus, but nobody has gone to it.
  await card.focus();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('s');
  await expect(queue).toContainText('3 pending requests · 1 set aside');
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('3 pending requests · 1 set aside');
  // It follows one that the person has gone to, and is set aside, too.
  await page.keyboard.press('ArrowDown');
  await keysRest(page);
  await page.keyboard.press('s');
  await expect(queue).toContainText('2 pending requests · 2 set aside');
  await expect(queue.getByText(FILLS)).toBeVisible();
  await keysRest(page);
  await page.keyboard.press('s');
  await expect(queue).toContainText('1 pending request · 3 set aside');
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('1 pending request · 3 set aside');
});

test('what comes up after Later or after a denial in words follows, too', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(4) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await say(page, 'run all');
  await expect(queue).toContainText('4 pending requests');
  await listRests(page);
  await answerWithKey(page, 's');
  await expect(queue.getByText(FILLS)).toBeVisible();
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue).toContainText('2 pending requests · 1 set aside');
  await keysRest(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+D');
  const why = queue.getByRole('textbox');
  await why.fill('add no day to it');
  await expect(queue.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await why.press('Enter');
  await expect(queue).toContainText('1 pending request · 1 set aside');
  await expect(queue.getByText(FILLS)).toBeVisible();
  // Going on to write answers nothing.
  await typeInPage(page, PROSE, { seed: 4, fastest: 30, slowest: 400 });
  await expect(queue).toContainText('1 pending request · 1 set aside');
  expect(server.requests).toHaveLength(1);
});

for (const [what, second] of [
  ['another key', 'q'],
  ['a key of its own', 's'],
  ['a modifier', 'Control'],
] as const) {
  test(`${what} during the fill stops it, and letters count no more`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: runs(3) });
    await using _ = server;
    await startHost({ files, env });
    const { queue } = partsOf(page);
    await answerFirst(page, 3);
    await keysRest(page);
    await pressInPage(page, ['a', second]);
    await expect(queue.getByText('Nothing was answered: another key or press came first.')).toBeVisible();
    await keysRest(page);
    await page.keyboard.press('a');
    await expect(queue.getByText(BY_ITSELF)).toBeVisible();
    await expect(queue).toContainText('2 pending requests');
    // The person goes to it: its letters count at once.
    await page.keyboard.press('ArrowDown');
    await keysRest(page);
    await page.keyboard.press('a');
    await expect(queue).toContainText('1 pending request');
  });
}

test('a press, a window without the focus, or a key that stays down stops the fill', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(4) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 4);
  await keysRest(page);
  await page.keyboard.down('a');
  await expect(queue.getByText('Ignored: the key was held down.')).toBeVisible();
  await page.keyboard.up('a');
  for (const stop of [`dispatchEvent(new PointerEvent('pointerdown'))`, `dispatchEvent(new Event('blur'))`]) {
    // Goes to it and answers, so that the next one follows.
    await page.keyboard.press('ArrowDown');
    await keysRest(page);
    const before = await queue.textContent();
    await page.keyboard.press('a');
    await expect(queue.getByText(FILLS)).toBeVisible();
    expect(await queue.textContent()).not.toBe(before);
    await keysRest(page);
    await pressInPage(page, ['a'], stop);
    await expect(queue.getByText('Nothing was answered: another key or press came first.')).toBeVisible();
  }
  await expect(queue).toContainText('1 pending request');
});

test('a request that arrived after the answer is never answered by a letter', async ({ startHost, page }) => {
  const second = Promise.withResolvers<void>();
  const { server, env } = await startModel({ blocks: [run(0), { ...run(1), until: second.promise }] });
  await using _ = server;
  const answering = await holdCommand(page, 'permission.answer');
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await say(page, 'run both');
  await expect(queue).toContainText('1 pending request');
  await answering.hold();
  await answerWithKey(page, 'a');
  second.resolve();
  await expect(queue).toContainText('2 pending requests');
  answering.release();
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toContainText('npm run s1');
  await expect(card).toBeFocused();
  await expect(queue.getByText(FILLS)).toBeHidden();
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('1 pending request');
});

test('a destructive request that follows still needs to be held', async ({ startHost, page }) => {
  const remove = toolUse('b1', 'Bash', { command: 'rm -r old' });
  const { server, env } = await startModel({ blocks: [remove, toolUse('r0', 'Read', { file_path: '/etc/folder-0' })] });
  await using _ = server;
  await startHost({ files: { 'old/a.txt': 'a\n' }, env });
  const { queue } = partsOf(page);
  await say(page, 'tidy');
  await expect(queue).toContainText('2 pending requests');
  await listRests(page);
  await queue.getByRole('button', { name: /wants to read/ }).click();
  await expect(queue.getByRole('group', { name: 'The agent wants to read /etc/folder-0' })).toBeVisible();
  await answerWithKey(page, 'a');
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toBeFocused();
  await expect(queue.getByText(FILLS)).toBeHidden();
  await expect(queue.getByRole('button', { name: 'Hold to allow once' })).toBeEnabled();
  await page.evaluate('new Promise((done) => setTimeout(done, 700))');
  await page.keyboard.press('d');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('1 pending request');
});

for (const seed of [1, 2, 3]) {
  test(`prose typed right after an answer by key answers none of thirty requests, some arriving meanwhile (${seed})`, async ({
    startHost,
    page,
  }) => {
    const late = Array.from({ length: 12 }, () => Promise.withResolvers<void>());
    const blocks = [...runs(18), ...late.map(({ promise }, index) => ({ ...run(18 + index), until: promise }))];
    const { server, env } = await startModel({ blocks });
    await using _ = server;
    await startHost({ files, env });
    const { queue } = partsOf(page);
    await answerFirst(page, 18);
    const typing = typeInPage(page, PROSE, { seed, fastest: 30, slowest: 400 });
    for (const { resolve } of late) {
      await page.evaluate('new Promise((done) => setTimeout(done, 900))');
      resolve();
    }
    await typing;
    await expect(queue).toContainText('29 pending requests');
    await page.evaluate('new Promise((done) => setTimeout(done, 900))');
    await expect(queue).toContainText('29 pending requests');
    expect(server.requests).toHaveLength(1);
  });
}

test('a letter pressed again while its button fills answers that one request, and each next press one more', async ({
  startHost,
  page,
}) => {
  const { server, env } = await startModel({ blocks: runs(4) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 4);
  for (const left of ['2 pending requests', '1 pending request']) {
    await keysRest(page);
    await pressInPage(page, ['a', 'a', 'a']);
    await expect(queue).toContainText(left);
    await keysRest(page);
    await expect(queue).toContainText(left);
  }
});

for (const [what, stop] of [
  ['Escape', 'Escape'],
  ['the other letter', 'd'],
] as const) {
  test(`${what} stops the fill, and the letters still count`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: runs(3) });
    await using _ = server;
    await startHost({ files, env });
    const { queue } = partsOf(page);
    await answerFirst(page, 3);
    await keysRest(page);
    await pressInPage(page, ['a', stop]);
    await expect(queue.getByText('Nothing was answered: another key or press came first.')).toBeVisible();
    await keysRest(page);
    await expect(queue).toContainText('2 pending requests');
    await page.keyboard.press('a');
    await expect(queue).toContainText('1 pending request');
  });
}

/** Opens the form by its key, on a request that came up by itself after an answer. */
async function openForm(page: Page, key: string, name: string): Promise<Locator> {
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  await page.keyboard.press(key);
  const field = queue.getByRole('textbox', { name });
  await expect(field).toBeFocused();
  return field;
}

test('who opens a form by its letter and writes in it after a look answers by Enter', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'c', 'What should the agent know?');
  await lookRests(page);
  await page.keyboard.type('go on');
  await expect(queue.getByRole('textbox', { name: 'What should the agent know?' })).toHaveValue('go on');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue).toContainText('1 pending request');
});

test('who opens the edit by its letter, changes it and presses Mod+Enter allows what they wrote', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'e', 'command');
  await expect(queue.getByRole('button', { name: 'Allow with this change' })).toBeEnabled();
  await lookRests(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('npm run s9');
  await page.keyboard.press('ControlOrMeta+Enter');
  // What was changed is checked, and asks again.
  await expect(queue.getByRole('group').first()).toContainText('edited by you');
});

test('in a form that a letter opened, Enter alone says that it has to be pressed again', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await openForm(page, 'Shift+A', 'Rule');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue.getByText('Press again to answer it.')).toBeVisible();
  await expect(queue).toContainText('2 pending requests');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue).not.toContainText('2 pending requests');
});

test('prose whose first letter opens a form answers nothing, even with Enter at its end', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  await answerFirst(page, 3);
  await keysRest(page);
  await page.keyboard.type('could you add a test');
  const comment = queue.getByRole('textbox', { name: 'What should the agent know?' });
  await expect(comment).toHaveValue('ould you add a test');
  await lookRests(page);
  await page.keyboard.press('Enter');
  await expect(queue.getByText(BY_ITSELF)).toBeVisible();
  await expect(queue).toContainText('2 pending requests');
  // Going to the request leaves the person in its form, and takes back what was said.
  await page.keyboard.press('ControlOrMeta+j');
  await expect(comment).toBeFocused();
  await expect(queue.getByText(BY_ITSELF)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(queue).toContainText('1 pending request');
});

test('after Escape from a form, its letter opens it again at once', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(3) });
  await using _ = server;
  await startHost({ files, env });
  const { queue } = partsOf(page);
  const field = await openForm(page, 'e', 'command');
  await lookRests(page);
  await page.evaluate(`(async () => {
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('Escape');
    await new Promise((done) => setTimeout(done, 300));
    press('e');
  })()`);
  await expect(field).toBeFocused();
  await expect(queue.getByText(/^Ignored/)).toBeHidden();
});
