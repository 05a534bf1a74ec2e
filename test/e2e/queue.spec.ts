import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { holdCommand } from './connection.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });
const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const scripts = { 'package.json': JSON.stringify({ scripts: { a: 'echo ran-a', b: 'echo ran-b' } }) };

test('asks of another session and of a sub-agent share one queue and are answered from it', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [write('w1', 'one.txt')] },
    { blocks: [toolUse('a1', 'Agent', { description: 'Look around', prompt: 'Run it', name: 'scout' })] },
    { blocks: [bash('b1', 'npm run a')] },
    { blocks: [text('The first session is done.')] },
    { blocks: [text('Scouted.')] },
    { blocks: [text('The second session is done.')] },
  );
  await using _ = server;
  const opening = await holdCommand(page, 'session.open');
  const { url, projectDir } = await startHost({ files: scripts, env, noPage: true });
  await page.goto(url);
  const { queue } = partsOf(page);
  await say(page, 'Write the first file');
  await expect(queue).toContainText('one.txt');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(partsOf(page).message).toBeVisible();
  await expect(queue.getByRole('button', { name: 'Write the first file' })).toBeVisible();
  // What another session asks counts as waiting here.
  await expect(page.getByRole('button', { name: '1 waiting' })).toHaveAttribute('title', '1 in other sessions');
  await say(page, 'Send somebody');
  // After a reload the window has only seen the second session.
  await expect(queue).toContainText('2 pending requests');
  await opening.hold();
  await page.reload();
  const first = queue.getByRole('group', { name: 'The agent wants to create one.txt' });
  const scout = queue.getByRole('group', { name: 'scout wants to run a command' });
  // Also what the session that is being opened asks, so that nothing changes once it is open.
  await expect(queue).toContainText('2 pending requests');
  await expect(scout).toContainText('npm run a');
  await queue.getByRole('button', { name: /one\.txt/ }).click();
  await expect(first.getByRole('button', { name: 'Write the first file' })).toBeVisible();
  opening.release();
  await expect(page.getByText('Send somebody').first()).toBeVisible();
  // The card being read stays, though another one has a higher risk.
  await expect(first).toBeVisible();
  await expect(queue.getByRole('button', { name: /scout wants to run a command/ })).toContainText('npm run a');
  await answerWithKey(page, 'a');
  await expect.poll(() => existsSync(join(projectDir, 'one.txt'))).toBe(true);
  // Answers run in order: the first session is answered before the scout asks.
  await server.received(4);
  await expect(scout).toBeVisible();
  await answerWithKey(page, 'a');
  await expect(page.getByText('The second session is done.')).toBeVisible();
  await expect(queue).toContainText('No pending requests');
});

test('defers an ask, allows for this session, and handles an ask that is withdrawn while shown', async ({ startHost }) => {
  const read = (id: string, path: string) => toolUse(id, 'Read', { file_path: path });
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outside-')));
  for (const name of ['one.md', 'two.md']) writeFileSync(join(outside, name), 'x\n');
  const { server, env } = await startModel(
    { blocks: [read('r1', join(outside, 'one.md')), read('r2', '/usr/share/doc')] },
    { blocks: [read('r3', join(outside, 'two.md')), write('w1', 'one.txt')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'go');
  await expect(queue.getByRole('button', { name: 'Allow 2 that only read' })).toBeEnabled();
  await answerWithKey(page, 's');
  await expect(queue).toContainText('1 pending request · 1 set aside');
  await expect(queue.getByRole('group', { name: /usr.share.doc/ }).first()).toBeVisible();
  await answerWithKey(page, 'a');
  await expect(allow).toBeHidden();
  await expect(queue).toContainText('1 set aside');
  await queue.getByRole('button', { name: /one\.md/ }).click();
  await answerWithKey(page, 't');
  // The second time nothing asks for the folder any more.
  await expect(queue).toContainText('one.txt');
  await expect(queue).toContainText('1 pending request');
  expect(existsSync(join(projectDir, '.claude/settings.local.json'))).toBe(false);
  await partsOf(page).stop.click();
  await expect(queue).toContainText('Stopped. This request was cancelled: one.txt');
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  rmSync(outside, { recursive: true });
});

test('a folder added for the session is read without asking, but writes still ask', async ({ startHost }) => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outside-')));
  writeFileSync(join(outside, 'notes.txt'), 'kept elsewhere\n');
  const file = join(outside, 'new.txt');
  const { server, env } = await startModel(
    { blocks: [write('w1', file)] },
    { blocks: [toolUse('r1', 'Read', { file_path: join(outside, 'notes.txt') })] },
    { blocks: [write('w2', join(outside, 'second.txt'))] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'write it beside the project');
  await expect(queue.getByRole('button', { name: 'Allow and add folder' })).toBeEnabled();
  await answerWithKey(page, 'Shift+A');
  const form = queue.getByRole('form', { name: 'Allow and add folder' });
  await expect(form.getByRole('textbox', { name: 'Folder' })).toHaveValue(outside);
  await form.getByRole('button', { name: 'Add folder and allow' }).click();
  await expect(queue.getByRole('group', { name: /wants to create .*second\.txt/ })).toBeVisible();
  expect(existsSync(file)).toBe(true);
  // It is listed in the settings and removed there; another is added.
  await page.keyboard.press('ControlOrMeta+,');
  const directories = page.getByRole('list', { name: 'Working directories' }).getByRole('listitem');
  await expect(directories).toHaveCount(2);
  await page.getByRole('button', { name: `Remove ${outside} from this session` }).click();
  await expect(directories).toHaveCount(1);
  const add = page.getByRole('textbox', { name: 'Add a folder for this session' });
  await add.fill('../none');
  await add.press('Enter');
  await expect(page.getByText(/There is no folder .*none/)).toBeVisible();
  await add.fill(outside);
  await add.press('Enter');
  await expect(directories).toHaveCount(2);
  expect(JSON.stringify(server.requests[2]?.body.messages.at(-1)?.content)).toContain('kept elsewhere');
  rmSync(outside, { recursive: true });
});

test('the queue keeps its order: the open card stays in its place, keys follow what is shown, and the next below comes after an answer', async ({
  startHost,
}) => {
  const names = ['a', 'b', 'c'];
  const { server, env } = await startModel({ blocks: names.map((name) => bash(name, `npm run ${name}`)) }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'package.json': JSON.stringify({ scripts: { a: 'true', b: 'true', c: 'true' } }) }, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'run them');
  const listed = queue.locator('[data-ask]');
  await expect(listed).toHaveText([/npm run a/, /npm run b/, /npm run c/]);
  const isOpen = async (place: number, name: string) => {
    const count = await listed.count();
    await expect(listed.nth(place - 1)).toHaveRole('group');
    await expect(listed.nth(place - 1)).toContainText(`npm run ${name}`);
    if (count > 1) await expect(queue.getByText(`${place} of ${count}`)).toBeVisible();
  };
  await isOpen(1, 'a');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('ArrowDown');
  await isOpen(2, 'b');
  await page.keyboard.press('j');
  await isOpen(3, 'c');
  await expect(listed).toHaveText([/npm run a/, /npm run b/, /npm run c/]);
  await page.keyboard.press('ArrowUp');
  await isOpen(2, 'b');
  await answerWithKey(page, 'a');
  await expect(listed).toHaveText([/npm run a/, /npm run c/]);
  await isOpen(2, 'c');
  await answerWithKey(page, 'a');
  await expect(listed).toHaveCount(1);
  await isOpen(1, 'a');
});

test('opens at 1, and Later walks the list in its order, whatever arrives first', async ({ startHost }) => {
  const commands = [bash('a', 'npm run a'), bash('b', 'git push origin main'), bash('c', 'rm package.json')];
  const { server, env } = await startModel({ blocks: commands });
  await using _ = server;
  const { page } = await startHost({ files: scripts, env });
  const { queue } = partsOf(page);
  await say(page, 'run them');
  await expect(queue).toContainText('3 pending requests · 1 of 3');
  const listed = queue.locator('[data-ask]');
  const order = await listed.evaluateAll((all) => all.map((one) => one.getAttribute('data-ask') ?? ''));
  for (const place of [1, 2, 3]) {
    await expect(queue).toContainText(`${place} of 3`);
    await expect(listed.nth(place - 1)).toHaveRole('group');
    const later = queue.getByRole('button', { name: 'Later', exact: true });
    await expect(later).toBeEnabled();
    await later.click();
  }
  await expect(queue).toContainText('3 set aside');
  expect(await listed.evaluateAll((all) => all.map((one) => one.getAttribute('data-ask') ?? ''))).toEqual(order);
});

test('what only reads is allowed together once each of it was in view', async ({ startHost, page }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outside-')));
  const paths = Array.from({ length: 24 }, (_, at) => join(folder, `note-${at}.md`));
  for (const path of paths) writeFileSync(path, 'x\n');
  const { server, env } = await startModel(
    { blocks: paths.map((path, at) => toolUse(`r${at}`, 'Read', { file_path: path })) },
    { blocks: [text('All read.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  await page.setViewportSize({ width: 1280, height: 640 });
  const { queue } = partsOf(page);
  await say(page, 'read them');
  const allow = queue.getByRole('button', { name: 'Allow 24 that only read' });
  await allow.click();
  const review = queue.getByRole('group', { name: 'Requests that only read' });
  await expect(review.getByRole('listitem')).toHaveCount(24);
  await expect(review.getByText('note-23.md')).not.toBeInViewport();
  // A letter answers none of it.
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(review).toHaveCount(0);
  await expect(queue.getByText('24 pending requests')).toBeVisible();
  await allow.press('Enter');
  await expect(review.getByRole('button', { name: 'Allow 24 that only read' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(queue.getByText('Ignored: what this allows wasn’t in view')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(queue.getByText('24 pending requests')).toBeVisible();
  await expect(async () => {
    if ((await review.count()) > 0) await page.keyboard.press('Enter');
    await expect(page.getByText('All read.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  rmSync(folder, { recursive: true });
});

for (const { touched, open } of [
  { touched: false, open: 'rm -rf ../two' },
  { touched: true, open: 'node one.js' },
])
  test(`within one response ${touched ? 'no request displaces one that was touched' : 'the riskiest request comes up first'}`, async ({
    startHost,
    page,
  }) => {
    const more = Promise.withResolvers<void>();
    const { server, env } = await startModel({
      blocks: [bash('b1', 'node one.js'), { ...bash('b2', 'rm -rf ../two'), until: more.promise }],
    });
    await using _ = server;
    await startHost({ files: {}, env });
    const { queue } = partsOf(page);
    const card = queue.getByRole('group', { name: /wants to run a command/ });
    await say(page, 'clean');
    await expect(card).toContainText('node one.js');
    if (touched) await card.getByRole('heading').click();
    more.resolve();
    await expect(queue).toContainText('2 pending requests');
    await expect(card).toContainText(open);
  });
