import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });

test('each edit on a shared card can be allowed or denied by itself, and the others keep waiting', async ({ page, startHost }) => {
  const names = ['one', 'two', 'three'];
  const { server, env } = await startModel({ blocks: names.map((name) => write(name, `src/${name}.txt`)) }, { blocks: [text('Written.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Write them');
  await expect(queue).toContainText('3 pending requests');
  // Clicks on a card that has just changed don't count.
  await expect(allow).toHaveText('Allow once: these 3');
  await expect(allow).toBeEnabled();
  await queue.getByRole('button', { name: 'Allow only this: src/two.txt' }).click();
  const rest = queue.getByRole('group', { name: 'The agent wants to make 2 edits in src/' });
  await expect(rest).toBeVisible();
  await expect(rest).toBeFocused();
  await expect(rest).not.toContainText('two.txt');
  await expect(allow).toBeEnabled();
  await rest.getByRole('button', { name: 'Deny only this: src/one.txt' }).click();
  await expect(queue.getByRole('group', { name: 'The agent wants to create src/three.txt' })).toBeVisible();
  await expect(queue).toContainText('1 pending request');
  // It runs in its turn.
  await expect.poll(() => existsSync(join(projectDir, 'src/two.txt'))).toBe(true);
  expect(existsSync(join(projectDir, 'src/one.txt'))).toBe(false);
  expect(existsSync(join(projectDir, 'src/three.txt'))).toBe(false);
});

test('edits that are denied together are denied, each of them, and nothing is said of another screen', async ({ page, startHost }) => {
  const names = ['one', 'two', 'three', 'four'];
  const { server, env } = await startModel({ blocks: names.map((name) => write(name, `src/${name}.txt`)) });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, deny, timeline } = partsOf(page);
  await say(page, 'Write them');
  await expect(deny.first()).toBeEnabled();
  await queue.getByRole('button', { name: 'Deny these 4', exact: true }).click();
  for (const name of names) await expect(row(timeline, `${name}.txt`)).toHaveAttribute('data-state', 'denied');
  await expect(queue).toContainText('No pending requests');
  await expect(page.getByText('not run')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')).toHaveCount(0);
  await expect(queue).not.toContainText('another screen');
});

test('groups edits in one folder on one card: allowed together or opened one by one', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [write('w1', 'src/one.txt'), write('w2', 'src/two.txt')] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Write the files');
  const both = queue.getByRole('group', { name: 'The agent wants to make 2 edits in src/' });
  await expect(both).toContainText('one.txt');
  await expect(both).toContainText('two.txt');
  await both.getByRole('button', { name: 'Open one by one' }).click();
  await expect(queue).toContainText('2 pending requests');
  await expect(queue.getByRole('group', { name: 'The agent wants to create src/one.txt' })).toBeVisible();
  await page.reload();
  await expect(both).toBeVisible();
  await expect(allow).toHaveText('Allow once: these 2');
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('No pending requests');
  await expect.poll(() => ['one', 'two'].every((name) => existsSync(join(projectDir, `src/${name}.txt`)))).toBe(true);
});

test('groups the edits of one answer in several folders: each by its path, allowed together or denied by itself', async ({
  page,
  startHost,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = ['src/api/one.txt', 'src/cart/two.txt', 'test/three.txt', 'four.txt'];
  const { server, env } = await startModel(
    { blocks: names.map((name) => write(name.replaceAll(/\W/gu, ''), name)) },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Write them');
  const card = queue.getByRole('group', { name: 'The agent wants to make 4 edits in 4 folders' });
  await expect(allow).toHaveText('Allow once: these 4');
  await expect(card).toContainText('To always allow some of them, open them one by one.');
  const edits = card.getByRole('list', { name: 'Requested edits' }).getByRole('listitem');
  for (const [index, name] of names.entries()) await expect(edits.nth(index)).toContainText(name);
  // No folder has all of them.
  await expect(card.getByRole('group', { name: 'For this session:' }).getByRole('button')).toHaveText(['These files', 'All edits']);
  await expect(allow).toBeEnabled();
  await card.getByRole('button', { name: 'Deny only this: test/three.txt' }).click();
  await expect(queue).not.toContainText('three.txt');
  await expect(allow).toHaveText('Allow once: these 3');
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('No pending requests');
  const written = () => names.map((name) => existsSync(join(projectDir, name)));
  await expect.poll(written).toEqual([true, true, false, true]);
});

test('groups commands that one rule would allow: all can be read, are allowed together, and none runs before', async ({
  page,
  startHost,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const commands = ['one', 'two', 'three'].map((name) => `npm run touch -- ${name}`);
  const { server, env } = await startModel(
    { blocks: commands.map((command, index) => toolUse(`b${index}`, 'Bash', { command })) },
    { blocks: ['four', 'five'].map((name) => toolUse(name, 'Bash', { command: `npm run touch -- ${name}` })) },
    { blocks: [text('All run.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({ files: { 'package.json': JSON.stringify({ scripts: { touch: 'touch' } }) }, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Touch them');
  const card = queue.getByRole('group', { name: 'The agent wants to run 3 commands: npm run touch …' });
  await expect(card).toBeVisible();
  for (const command of commands) await expect(card.getByText(command, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('button', { name: 'For this session' })).toBeVisible();
  const explain = card.getByRole('button', { name: 'Explain' });
  await answerWithKey(page, 'x');
  await expect(explain).toHaveAttribute('aria-expanded', 'true');
  await expect(card).toContainText(`For the first: ${commands[0]}`);
  await page.keyboard.press('Escape');
  await expect(explain).toHaveAttribute('aria-expanded', 'false');
  await expect(card).toBeFocused();
  expect(['one', 'two', 'three'].some((name) => existsSync(join(projectDir, name)))).toBe(false);
  await expect(allow).toHaveText('Allow once: these 3');
  await answerWithKey(page, 'a');
  // Their rule allows the next two, and what is like them from now on.
  await expect(queue.getByRole('group', { name: 'The agent wants to run 2 commands: npm run touch …' })).toBeVisible();
  await answerWithKey(page, 't');
  await expect(page.getByText('All run.')).toBeVisible();
  expect(['one', 'two', 'three', 'four', 'five'].every((name) => existsSync(join(projectDir, name)))).toBe(true);
});

test('edits on a shared card are allowed for the session: these files by key, or their folder', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [write('w1', 'src/one.txt'), write('w2', 'src/two.txt')] },
    { blocks: [write('w3', 'src/one.txt'), write('w4', 'src/three.txt'), write('w5', 'src/four.txt')] },
    { blocks: [write('w6', 'src/five.txt')] },
    { blocks: [text('All written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Write them');
  const widths = queue.getByRole('group', { name: 'For this session:' });
  await expect(queue.getByRole('group', { name: 'The agent wants to make 2 edits in src/' })).toBeVisible();
  await expect(widths.getByRole('button', { name: 'These files' })).toHaveAttribute(
    'title',
    /Edit\(src\/one\.txt\), Edit\(src\/two\.txt\)$/u,
  );
  await answerWithKey(page, 't');
  // The first file isn't asked about again, the others are.
  await expect(allow).toHaveText('Allow once: these 2');
  const folder = widths.getByRole('button', { name: 'All in src/' });
  await expect(folder).toBeEnabled();
  await folder.click();
  await expect(page.getByText('All written.')).toBeVisible();
  for (const name of ['one', 'two', 'three', 'four', 'five']) expect(existsSync(join(projectDir, `src/${name}.txt`))).toBe(true);
});

test('“More below” stands beside the answers of several requests, not on what they would run', async ({ page, startHost }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  const commands = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
    (name) => `npm run touch -- ${name} ${'x'.repeat(400)}`,
  );
  const { server, env } = await startModel({ blocks: commands.map((command, index) => toolUse(`b${index}`, 'Bash', { command })) });
  await using _ = server;
  await startHost({ files: { 'package.json': JSON.stringify({ scripts: { touch: 'touch' } }) }, env });
  const { queue } = partsOf(page);
  await say(page, 'Touch them');
  await expect(queue.getByRole('group', { name: 'The agent wants to run 8 commands: npm run touch …' })).toBeVisible();
  const more = queue.getByText('More below');
  await expect(more).toBeInViewport({ ratio: 1 });
  const answers = queue.locator('[data-ask] > [data-answers]');
  await expect.poll(async () => ((await more.boundingBox())?.y ?? 0) - ((await answers.boundingBox())?.y ?? 0)).toBeGreaterThanOrEqual(0);
  // The button goes away as the last of them comes into view, maybe just before it is clicked.
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1000 });
    await expect(queue.getByText('-- eight')).toBeInViewport({ ratio: 1, timeout: 1000 });
  }).toPass();
});
