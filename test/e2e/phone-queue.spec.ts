import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel, stopTime } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** `Mod+J`, and `a` as soon as the card has been painted. */
const JUMP_AND_ALLOW = `(async () => {
  const press = (init) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  const mac = navigator.platform.startsWith('Mac');
  press({ key: 'j', code: 'KeyJ', ctrlKey: !mac, metaKey: mac });
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  press({ key: 'a', code: 'KeyA' });
})()`;

test('on a phone the queue folds into one line, which answers nothing and names what comes', async ({ startHost, page }) => {
  const late = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('b1', 'Bash', { command: 'npm run deploy' }),
        { ...toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' }), until: late.promise },
      ],
    },
    { blocks: [toolUse('b2', 'Bash', { command: 'npm run check' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { allow, deny, message, queue } = partsOf(page);
  await say(page, 'deploy');
  await expect(allow).toBeEnabled();
  const line = queue.getByRole('button', { name: /pending request/ });
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await line.tap();
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await expect(line).toHaveText('1 pending request · Run npm run deploy');
  await expect(allow).toBeHidden();
  expect((await queue.boundingBox())?.height).toBeLessThan(48);

  await expect(line).toBeFocused();
  for (const key of ['a', 'd', 't']) await page.keyboard.press(key);
  late.resolve();
  await expect(line).toHaveText('2 pending requests · Write one.txt');
  await expect(queue.getByRole('status').filter({ hasText: 'one.txt' })).toBeAttached();
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Show timeline', exact: true }).tap();
  await expect(allow).toBeHidden();

  // What goes to the queue unfolds it; a letter right after it answers nothing.
  await page.evaluate(JUMP_AND_ALLOW);
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(line).toContainText('2 pending requests');
  await line.tap();
  await page.getByRole('button', { name: '2 waiting' }).tap();
  await expect(queue.getByRole('group', { name: /run a command/ })).toContainText('npm run deploy');
  // A tap on a button that has just moved doesn't count.
  await expect(async () => {
    await deny.tap({ timeout: 5000 });
    await expect(queue).toContainText('No pending requests', { timeout: 2000 });
  }).toPass();
  await page.getByRole('button', { name: 'Show conversation', exact: true }).tap();
  await line.waitFor({ state: 'detached' });
  // What comes once nothing waited is shown.
  await say(page, 'check');
  await expect(allow).toBeEnabled();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
});

test('on a phone the command stays in sight while a rule for it is written, above a keyboard too', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run deploy' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { always, queue } = partsOf(page);
  await say(page, 'deploy');
  await expect(always).toBeEnabled();
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(always).toBeEnabled();
  await always.tap();
  const save = queue.getByRole('button', { name: /^Save rule/ });
  const command = queue.locator('pre').filter({ hasText: 'npm run deploy' });
  await expect(queue).toContainText('There are no earlier calls to compare with.');
  await expect(save).toBeInViewport({ ratio: 1 });
  await expect(command).toBeInViewport({ ratio: 1 });
});

test('on a phone the reason of a long part has a line of its own, so that its rule is in sight', async ({ startHost, page }) => {
  const long = 'npm test -- --coverage --reporter=verbose src/cart';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: `${long} && npm run lint` })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { always, queue } = partsOf(page);
  await say(page, 'test');
  const reasons = queue.getByRole('list', { name: 'Parts of the command' }).getByText('No rule allows it.');
  await expect(reasons).toHaveCount(2);
  for (const reason of await reasons.all()) expect((await reason.boundingBox())?.height).toBeLessThan(24);
  await always.tap();
  await expect(queue.getByRole('button', { name: 'Save rules and allow' })).toBeInViewport({ ratio: 1 });
  await expect(queue.getByRole('textbox', { name: 'Rule' }).first()).toBeInViewport({ ratio: 1 });
});

/** Where the indent of the removed line begins, and where its first word does: eight characters later. */
const TOPS_IN_REMOVED_LINE = `(() => {
  const line = [...document.querySelectorAll('[data-ask] [data-line]')].find((one) => one.textContent.includes('removed'));
  const texts = document.createTreeWalker(line.lastElementChild, NodeFilter.SHOW_TEXT);
  const tops = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (let at = 0; at < node.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      tops.push(range.getBoundingClientRect().top);
    }
  return [tops[0], tops[8]];
})()`;

test('on a phone an edit is read before it is allowed: its diff has half of the card, the other answers are behind a button', async ({
  startHost,
  page,
}) => {
  const long = '        out.push(part.trim().toLowerCase());';
  const edit = toolUse('e1', 'Edit', { file_path: 'src/parse.js', old_string: 'trim()', new_string: 'trim().normalize()' });
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'src/parse.js' })] },
    { blocks: [toolUse('b1', 'Bash', { command: 'npm test' }), toolUse('b2', 'Bash', { command: 'rm -rf build' }), edit] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: { 'src/parse.js': `one\ntwo\nthree\nfour\n${long}\nsix\nseven\neight\n`, 'build/a.txt': '' }, env });
  const { allow, queue } = partsOf(page);
  await say(page, 'edit');
  await queue.getByRole('button', { name: /parse\.js/ }).tap();
  const card = queue.getByRole('group', { name: 'The agent wants to edit src/parse.js' });
  await expect(card).toBeVisible();
  await expect(allow).toBeEnabled();
  const deny = card.getByRole('button', { name: 'Deny, cancel 2 more' });
  const lines = card.locator('[data-line]');
  for (const seen of [allow, deny, lines.filter({ hasText: 'added' })]) await expect(seen).toBeInViewport({ ratio: 1 });
  const more = card.getByRole('button', { name: 'More', exact: true });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const { height, diff } = await card.evaluate((element) => {
    const foot = [...element.children].at(-1)?.getBoundingClientRect();
    const first = element.querySelector('[data-line]')?.parentElement?.parentElement?.getBoundingClientRect();
    const list = element.parentElement?.getBoundingClientRect();
    return {
      height: Math.min(list?.bottom ?? 0, element.getBoundingClientRect().bottom) - element.getBoundingClientRect().top,
      diff: Math.min(first?.bottom ?? 0, foot?.top ?? 0) - (first?.top ?? 0),
    };
  });
  expect(diff).toBeGreaterThanOrEqual(height / 2);
  // Its indent isn't alone on a line.
  const [indentTop, wordTop] = await page.evaluate<number[]>(TOPS_IN_REMOVED_LINE);
  expect(wordTop).toBe(indentTop);

  const others = ['This file', 'All in src/', 'All edits', 'Edit', 'Comment', 'Later', 'Explain'];
  for (const name of others) await expect(card.getByRole('button', { name, exact: true })).toHaveCount(0);
  await more.tap();
  for (const name of others) await expect(card.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(deny).toBeInViewport({ ratio: 1 });
  await more.tap();
  await expect(card.getByRole('button', { name: 'Later' })).toHaveCount(0);
});

test('on a phone a destructive command stays in sight beside all its answers', async ({ startHost, page }) => {
  const clean = toolUse('b1', 'Bash', { command: 'rm -rf dist build', description: 'Clean' });
  const { server, env } = await startModel({ blocks: [clean, toolUse('b2', 'Bash', { command: 'npm test' })] });
  await using _ = server;
  await startHost({ files: { 'dist/a.txt': 'a', 'build/b.txt': 'b' }, env });
  const { queue, message } = partsOf(page);
  await say(page, 'clean');
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await card.getByRole('button', { name: 'More', exact: true }).tap();
  for (const name of ['Hold to allow once', 'Deny, cancel 1 more', 'Explain'])
    await expect(card.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(card.getByText('rm -rf dist build', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(message).toBeInViewport({ ratio: 1 });
});

test('on a phone a tap on its button saves no rule for what can’t be undone', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'rm -rf dist' })] });
  await using _ = server;
  const { projectDir } = await startHost({ files: { 'dist/a.txt': 'a' }, env });
  const { always, queue } = partsOf(page);
  await say(page, 'clean');
  await always.tap();
  const save = queue.getByRole('button', { name: 'Save rule and allow' });
  await expect(save).toBeEnabled();
  await stopTime(page);
  await save.tap();
  await expect(save).toHaveAttribute('data-holding', 'false');
  await page.clock.resume();
  const typed = queue.getByRole('textbox', { name: 'Type dist to allow it' });
  await typed.fill('dis');
  await typed.press('Enter');
  await expect(save).toBeEnabled();
  expect(existsSync(join(projectDir, 'dist/a.txt'))).toBe(true);
});

test('a finger lifted after it held a button presses nothing on the card that came up under it', async ({ startHost, page }) => {
  const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
  const { server, env } = await startModel({ blocks: [bash('b1', 'rm -rf dist'), bash('b2', 'npm test')] }, { blocks: [text('Done.')] });
  await using _ = server;
  await startHost({ files: { 'dist/a.txt': 'a' }, env });
  const { queue } = partsOf(page);
  await say(page, 'clean');
  const hold = queue.getByRole('button', { name: 'Hold to allow once' });
  await expect(hold).toBeEnabled();
  const box = await hold.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(queue).toContainText('1 pending request');
  await expect(queue.getByRole('button', { name: 'Allow once', exact: true })).toBeEnabled();
  const next = queue.getByRole('group', { name: 'The agent wants to run a command' });
  const place = await next.boundingBox();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // What a browser sends after a touch is sent by now, or never.
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  await expect(queue).toContainText('1 pending request');
  await expect(queue).not.toContainText('Ignored');
  expect(await next.boundingBox()).toEqual(place);
  await expect(next.getByRole('textbox')).toHaveCount(0);
});

test('on a phone a long rule is shown whole, and Enter saves it', async ({ startHost, page }) => {
  const path = 'src/components/checkout/payment/provider-adapters/index.ts';
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: path, content: 'one\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { always, queue } = partsOf(page);
  await say(page, 'write it');
  await always.tap();
  const rule = queue.getByRole('textbox', { name: 'Rule' });
  await expect(rule).toHaveValue(`Edit(${path})`);
  const hidden = await rule.evaluate((field) => field.scrollWidth - field.clientWidth + field.scrollHeight - field.clientHeight);
  expect(hidden).toBe(0);
  await expect(queue.getByRole('button', { name: 'Save rule and allow' })).toBeEnabled();
  await rule.press('Enter');
  await expect(page.getByText('Written.')).toBeVisible();
});

test('on a phone a request of another session is titled in full lines, with its session above', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run deploy' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Look into the long report of May');
  await expect(queue.getByRole('heading', { name: /run a command/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  const session = queue.getByRole('button', { name: 'Look into the long report of May' });
  const title = queue.getByRole('heading', { name: /run a command/ });
  await expect(session).toBeInViewport({ ratio: 1 });
  const box = await title.boundingBox();
  expect(box?.height).toBeLessThan(70);
  const above = await session.boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  await page.screenshot({ path: test.info().outputPath('other-session.png') });
});

test('on a phone the button that allows what only reads stands inside the first line, and counts requests', async ({ startHost, page }) => {
  const reads = ['/etc/hostname', '/usr/share/doc', '/etc/hosts'].map((path, at) => toolUse(`r${at}`, 'Read', { file_path: path }));
  const edits = ['one', 'two'].map((name) => toolUse(name, 'Write', { file_path: `src/${name}.txt`, content: `${name}\n` }));
  const { server, env } = await startModel({ blocks: [...reads, ...edits] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { allow, queue } = partsOf(page);
  await say(page, 'read');
  await expect(queue).toContainText('5 pending requests · card 1 of 4');
  await expect(allow).toBeEnabled();
  const button = queue.getByRole('button', { name: 'Allow 3 that only read' });
  const line = await button.locator('xpath=../..').boundingBox();
  const box = await button.boundingBox();
  expect(box?.y).toBeGreaterThan((line?.y ?? 0) + 2);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0) - 2);
});
