import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: `${id}\n` });
const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}

/** Whether an element lies in the window completely. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const { x, y, width, height } = await boxOf(element);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

test('all calls of an answer are in the queue at once, and run in their order', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [bash('c1', 'touch one'), bash('c2', 'touch two'), bash('c3', 'touch three'), write('c4', 'docs/four.txt')] },
    { blocks: [text('All made.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Make four');
  await expect(queue).toContainText('4 pending requests');
  // The last one first: it waits for its turn, and isn't asked about again.
  await queue.getByRole('button', { name: /docs\/four\.txt/u }).click();
  await expect(queue.getByRole('group', { name: 'The agent wants to create docs/four.txt' })).toBeVisible();
  await expect(allow).toBeEnabled();
  await allow.click();
  await expect(queue).toContainText('3 pending requests');
  expect(existsSync(join(projectDir, 'docs/four.txt'))).toBe(false);
  await expect(page.getByRole('button', { name: /docs\/four\.txt Allowed, runs after the calls before it/u })).toBeVisible();
  for (const left of ['2 pending requests', '1 pending request', 'No pending requests']) {
    await expect(allow).toBeEnabled();
    await allow.click();
    await expect(queue).toContainText(left);
  }
  await expect(page.getByText('All made.')).toBeVisible();
  expect(['one', 'two', 'three', 'docs/four.txt'].every((file) => existsSync(join(projectDir, file)))).toBe(true);
});

test('twelve edits of one answer are one card, each with its diff, and one answer', async ({ startHost }) => {
  const names = Array.from({ length: 12 }, (_, index) => `src/file-${index + 1}.txt`);
  const { server, env } = await startModel(
    { blocks: names.map((name, index) => write(`w${index}`, name)) },
    { blocks: [text('All made.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Make twelve');
  const card = queue.getByRole('group', { name: 'The agent wants to make 12 edits in src/' });
  await expect(card.getByRole('list', { name: 'Requested edits' }).getByRole('listitem')).toHaveCount(12);
  // Not all fit in view: an early answer scrolls on to the next.
  await expect(async () => {
    if (await card.isVisible()) await answerWithKey(page, 'a');
    await expect(page.getByText('All made.')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(names.every((name) => existsSync(join(projectDir, name)))).toBe(true);
});

test('a denial that ends the turn removes the other requests of the answer', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('c1', 'touch one'), write('c2', 'src/two.txt'), bash('c3', 'touch three')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, deny } = partsOf(page);
  await say(page, 'Make three');
  await expect(queue).toContainText('3 pending requests');
  await expect(deny).toBeEnabled();
  await deny.click();
  await expect(queue).toContainText('No pending requests');
  await expect(queue).not.toContainText('another screen');
  await expect(page.getByText(/cancelled because you denied touch one/u).first()).toBeVisible();
});

test('a request that arrives moves neither the message box nor what is read', async ({ startHost }) => {
  const { promise: later, resolve: ask } = Promise.withResolvers<void>();
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of the answer.`).join('\n\n');
  const { server, env } = await startModel(
    { blocks: [text(long), { ...bash('c1', 'touch one'), until: later }] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, message, allow } = partsOf(page);
  await say(page, 'Tell me');
  // A paragraph of its own once the answer is formatted, at the end that the list follows.
  const last = page.getByText('Paragraph 60 of the answer.', { exact: true });
  await expect(last).toBeInViewport({ ratio: 1 });
  const before = { message: await boxOf(message), last: await boxOf(last), queue: await boxOf(queue) };
  ask();
  await expect(queue).toContainText('1 pending request');
  await expect(allow).toBeEnabled();
  // Its width depends on the buttons beside it, which are loaded when they are first shown.
  const { x, y: top, height } = before.message;
  expect(await boxOf(message)).toMatchObject({ x, y: top, height });
  const grown = (await boxOf(queue)).height - before.queue.height;
  expect(grown).toBeGreaterThan(120);
  // Only the row of the call itself, which is new, is added below it.
  expect(before.last.y - (await boxOf(last)).y).toBeLessThan(60);
  await allow.click();
  await expect(queue).toContainText('No pending requests');
  // It is wider once the turn has ended, as the button that stops it is gone.
  expect(await boxOf(message)).toMatchObject({ y: before.message.y, height: before.message.height });
});

test('what is read further up stays where it is when a request arrives', async ({ startHost }) => {
  const { promise: later, resolve: ask } = Promise.withResolvers<void>();
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of the answer.`).join('\n\n');
  const { server, env } = await startModel(
    { blocks: [text(long), { ...bash('c1', 'touch one'), until: later }] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Tell me');
  await expect(page.getByText('Paragraph 60 of the answer.', { exact: true })).toBeVisible();
  const read = page.getByText('Paragraph 40 of the answer.', { exact: true });
  // The text is still being drawn, and the list follows its end until it is scrolled.
  await expect(async () => {
    await read.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const { y } = await boxOf(read);
  ask();
  await expect(queue).toContainText('1 pending request');
  await expect(allow).toBeEnabled();
  expect(Math.abs((await boxOf(read)).y - y)).toBeLessThan(1);
});

test('at 200 % the queue, its answers and the message box are in sight', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('c1', 'touch one'), write('c2', 'src/two.txt')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 640, height: 400 });
  const { queue, allow, deny, message } = partsOf(page);
  await say(page, 'Make two');
  await expect(allow).toBeEnabled();
  await expect(message).toBeInViewport({ ratio: 1 });
  for (const part of [queue.getByText('2 pending requests'), allow, deny]) expect(await isInSight(page, part)).toBe(true);
});

test('at 200 % a command that asks is in sight with its answers, and the message box below', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('c1', 'npm test -- --reporter=dot')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'package.json': JSON.stringify({ scripts: { test: 'echo passed' } }) }, env });
  await page.setViewportSize({ width: 640, height: 400 });
  const { queue, allow, message } = partsOf(page);
  await say(page, 'Test it');
  await expect(allow).toBeEnabled();
  await expect(queue.getByRole('group').getByText('npm test -- --reporter=dot').first()).toBeInViewport({ ratio: 1 });
  await expect(queue.getByText('More below')).toBeHidden();
  await expect(message).toBeInViewport({ ratio: 1 });
});

test('at 200 % the message box is in sight while nothing asks', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('All read.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.setViewportSize({ width: 640, height: 400 });
  const { message } = partsOf(page);
  await expect(message).toBeInViewport({ ratio: 1 });
  await say(page, 'Read it');
  await expect(page.getByText('All read.')).toBeVisible();
  await expect(message).toBeInViewport({ ratio: 1 });
});

test('the changes of an edit can be chosen at 1280 × 800, with nothing cut off', async ({ startHost }) => {
  const lines = Array.from({ length: 120 }, (_, index) => `line ${index + 1}`);
  const changed = lines.map((line, index) => (index % 20 === 10 ? `changed ${index + 1}` : line));
  const { server, env } = await startModel(
    { blocks: [toolUse('r', 'Read', { file_path: 'src/list.txt' })] },
    { blocks: [toolUse('w', 'Write', { file_path: 'src/list.txt', content: `${changed.join('\n')}\n` })] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'src/list.txt': `${lines.join('\n')}\n` }, env });
  await page.setViewportSize({ width: 1280, height: 800 });
  const { queue } = partsOf(page);
  await say(page, 'Change the list');
  const choose = queue.getByRole('button', { name: 'Choose changes' });
  await expect(choose).toBeEnabled();
  await choose.click();
  const changes = queue.getByRole('checkbox');
  await expect(changes).toHaveCount(6);
  const allowSome = queue.getByRole('button', { name: /^Allow \d+ of 6$/u });
  expect(await isInSight(page, allowSome)).toBe(true);
  for (const change of await changes.all()) {
    await change.scrollIntoViewIfNeeded();
    expect(await isInSight(page, change)).toBe(true);
    expect(await isInSight(page, allowSome)).toBe(true);
  }
});

test('a line that no rule can allow says why, and can be allowed unseen for the session', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [bash('c1', 'bash make.sh')] },
    { blocks: [bash('c2', 'bash make.sh')] },
    { blocks: [text('Made twice.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { deny: ['Bash(git push *)'] } });
  const { page } = await startHost({ files: { 'make.sh': 'echo made', '.claude/settings.local.json': settings }, env });
  const { queue } = partsOf(page);
  await say(page, 'Make it twice');
  const offer = queue.getByRole('group', { name: 'A line that can’t be checked completely' });
  await expect(offer).toContainText('can’t check all of this line against Bash(git push *)');
  const unseen = offer.getByRole('button', { name: 'Allow this line for the session' });
  await expect(unseen).toBeEnabled();
  await unseen.click();
  await expect(page.getByText('Rule added: Bash(bash make.sh)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByText('Made twice.')).toBeVisible();
  await expect(queue).toContainText('No pending requests');
});
