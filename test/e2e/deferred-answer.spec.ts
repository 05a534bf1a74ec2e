import { text, toolUse } from '../support/messages-answer.ts';
import { holdCommand } from './connection.ts';
import { FILLS, BY_ITSELF, PROSE, answerFirst, files, keysRest, listRests, run, runs } from './follow-up.ts';
import { expect, test } from './host.ts';
import { pressInPage, typeInPage } from './typed-in-page.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

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
  // So is the next one: what follows Later there follows, too.
  await keysRest(page);
  await page.keyboard.press('s');
  await expect(queue).toContainText('1 pending request · 3 set aside');
  await expect(queue.getByText(FILLS)).toBeVisible();
  await keysRest(page);
  await page.keyboard.press('a');
  await expect(queue).toContainText('3 set aside');
  await expect(queue).not.toContainText('pending request');
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
  await expect(queue.getByRole('button', { name: 'Deny and send' })).toBeEnabled();
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
