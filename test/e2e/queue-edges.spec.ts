import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const runs = (count: number) => Array.from({ length: count }, (_, index) => bash(`r${index}`, `npm run s${index}`));

test('the edges of the queue say how many requests are out of sight, and lead to the next', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(30) });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  const open = queue.getByRole('group', { name: 'The agent wants to run a command' });
  const below = queue.getByRole('button', { name: /^\d+ more below$/ });
  const above = queue.getByRole('button', { name: /^\d+ more above$/ });
  await say(page, 'run all');
  await expect(queue).toContainText('30 pending requests');
  await expect(open).toContainText('npm run s0');
  await expect(above).toBeHidden();
  await expect(allow).toBeEnabled();
  await below.click();
  await expect(open).toContainText('npm run s1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(open).toContainText('npm run s29');
  await expect(below).toBeHidden();
  await expect(above).toBeVisible();
  // Neither hides what answers.
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect(allow).toBeEnabled();
  await above.click();
  await expect(open).toContainText('npm run s28');
});

test('the edge of the queue says how many of those out of sight are destructive', async ({ startHost, page }) => {
  const removals = Array.from({ length: 20 }, (_, index) => bash(`d${index}`, `rm -rf old${index}`));
  const { server, env } = await startModel({ blocks: removals });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'clean');
  await expect(queue).toContainText('20 pending requests');
  await expect(queue.getByRole('button', { name: /^(\d+) more below · \1 destructive$/ })).toBeVisible();
});

test('a panel opened below several rows leaves the request itself in sight', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(6) });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'run all');
  await queue.getByRole('button', { name: /npm run s4/ }).click();
  const open = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(open).toContainText('npm run s4');
  await queue.getByRole('button', { name: 'Always allow' }).click();
  const form = queue.getByRole('form', { name: 'Always allow' });
  const command = open.getByText('npm run s4').first();
  const bottomOf = async (part: typeof command) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await expect(command).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await bottomOf(command)) <= ((await form.boundingBox())?.y ?? Number.NaN)).toBe(true);
});

test('a request that a new rule settles says so', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [text('It ran.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'go');
  await expect(allow).toBeEnabled();
  mkdirSync(join(projectDir, '.claude'), { recursive: true });
  writeFileSync(join(projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { allow: ['Bash(npm run a)'] } }));
  await expect(queue).toContainText('Now allowed by a rule, folder or mode: npm run a');
});

test('selecting a waiting call shows its request', async ({ startHost, page }) => {
  const write = toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' });
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run deploy'), write] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, timeline } = partsOf(page);
  await say(page, 'go');
  await expect(queue.getByRole('group', { name: 'The agent wants to run a command' })).toBeVisible();
  await page.getByRole('button', { name: /one\.txt Waiting for you/ }).click();
  await expect(queue.getByRole('group', { name: 'The agent wants to create one.txt' })).toBeVisible();
  // The inspector says why it asks, as the request does.
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('Waiting for your answer.');
  await expect(inspector).toContainText('No rule allows editing one.txt.');
  await row(timeline, 'npm run deploy').click();
  await expect(queue.getByRole('group', { name: 'The agent wants to run a command' })).toBeVisible();
});

test('a stop with several waiting says how many it ended, and lists them', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: runs(5) });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, stop } = partsOf(page);
  await say(page, 'run all');
  await expect(queue).toContainText('5 pending requests');
  await stop.click();
  const note = queue.getByRole('status').filter({ hasText: 'Stopped. 5 requests were cancelled:' });
  await expect(note.getByRole('listitem')).toHaveText([/npm run s0/, /npm run s1/, /npm run s2/, /npm run s3/, /npm run s4/]);
});

test('a card says why a deny rule that only may apply leaves no rule to offer', async ({ startHost, page }) => {
  const settings = JSON.stringify({ permissions: { deny: ['Read(./.env)'] } });
  const { server, env } = await startModel({ blocks: [bash('b1', 'ls src | xargs rm')] });
  await using _ = server;
  await startHost({ files: { '.claude/settings.json': settings, '.env': 'A=1\n', 'src/a.txt': 'a\n' }, env });
  const { queue, always } = partsOf(page);
  await say(page, 'tidy up');
  await expect(always).toBeDisabled();
  await expect(queue).toContainText('The deny rule Read(./.env) may apply when it runs: which files it gets is only known then.');
  await expect(queue).toContainText(
    'Always allow isn’t offered: this may access what the deny rule Read(./.env) protects, so it asks each time.',
  );
  await expect(queue).toContainText('deletes the files that its input names');
});

test('a card says once why it asks, and why no rule is offered', async ({ startHost, page }) => {
  const settings = JSON.stringify({ permissions: { ask: ['Bash(npm run *)'] } });
  const both = [bash('b2', 'rm -r old/*'), bash('b3', 'rm -r ../other')];
  const edits = bash('b4', 'sed -i s/a/b/ old/*');
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [edits] }, { blocks: both });
  await using _ = server;
  await startHost({ files: { '.claude/settings.json': settings, 'old/a.txt': 'a\n' }, env });
  const { queue, allow, always } = partsOf(page);
  await say(page, 'run it');
  await expect(queue).toContainText(
    'The ask rule Bash(npm run *) matches. The rule is in this project’s shared rules, .claude/settings.json',
  );
  await expect(always).toBeDisabled();
  await expect(queue).toContainText('Always allow isn’t offered: the ask rule Bash(npm run *) comes before every allow rule.');
  await allow.click();
  const card = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await expect(card).toContainText('It changes files in place.');
  await expect(card).toContainText('Always allow isn’t offered: in a rule, its * would stand for any text.');
  await allow.click();
  await expect(card).toContainText('rm -r old/*');
  // The checkpoint has the file as it was before sed.
  await expect(card).toContainText('It may not be possible to undo this.');
  await expect(card).toContainText(/Always allow isn’t offered: this is destructive, so it asks every time\.$/u);
  await expect(card).toContainText('deletes old/*');
  await expect(card.getByText('rm -r old/* can’t be undone')).toBeHidden();
  await queue.getByRole('button', { name: /rm -r \.\.\/other/u }).click();
  await expect(card).toContainText('this is destructive. You can write a rule for exactly this command in Rules.');
  await queue.getByRole('button', { name: 'Fold the requests' }).click();
  await expect(queue.getByRole('button', { name: /pending requests/u })).toContainText('2 pending requests · 2 destructive');
});

test('the queue folds into one line, which answers nothing, and the focus stays with it', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run deploy' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { allow, queue } = partsOf(page);
  await say(page, 'deploy');
  await expect(allow).toBeEnabled();
  const open = (await queue.boundingBox())?.height ?? 0;
  await queue.getByRole('button', { name: 'Fold the requests' }).click();
  const line = queue.getByRole('button', { name: /pending request/ });
  await expect(line).toBeFocused();
  await expect(line).toHaveText('1 pending request · Run npm run deploy');
  await expect(allow).toBeHidden();
  expect((await queue.boundingBox())?.height).toBeLessThan(open / 2);
  for (const key of ['a', 'd', 't']) await page.keyboard.press(key);
  await expect(line).toHaveText('1 pending request · Run npm run deploy');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(allow).toBeVisible();
  await queue.getByRole('button', { name: 'Fold the requests' }).click();
  await line.click();
  await expect(allow).toBeVisible();
  await expect(queue).toBeFocused();
});

test('rows leave most of the window to the panes, unless the person makes the queue higher', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { server, env } = await startModel({ blocks: runs(30) });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  const share = async () => ((await queue.boundingBox())?.height ?? 0) / (page.viewportSize()?.height ?? 1);
  await say(page, 'run all');
  await expect(queue).toContainText('30 pending requests');
  await expect(allow).toBeInViewport({ ratio: 1 });
  await expect.poll(share).toBeLessThanOrEqual(0.38);
  await expect.poll(share).toBeGreaterThan(0.3);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect.poll(share).toBeGreaterThan(0.33);
  const edge = page.getByRole('separator', { name: 'Resize pending requests' });
  await edge.focus();
  for (let press = 0; press < 3; press += 1) await edge.press('ArrowDown');
  await expect.poll(share).toBeGreaterThan(0.45);
});

test('over the rules the queue takes at most a third, unless the person makes it higher', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const removals = Array.from({ length: 12 }, (_, index) => bash(`d${index}`, `rm -rf old${index} && npm run s${index} && git push`));
  const { server, env } = await startModel({ blocks: removals });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const share = async () => ((await queue.boundingBox())?.height ?? 0) / (page.viewportSize()?.height ?? 1);
  await say(page, 'go');
  await expect(queue).toContainText('12 pending requests');
  await expect.poll(share).toBeGreaterThan(1 / 3);
  await page.getByRole('button', { name: 'Show rules' }).click();
  await expect.poll(share).toBeLessThanOrEqual(1 / 3);
  await expect(queue.getByRole('button', { name: 'Deny' })).toBeInViewport({ ratio: 1 });
  const edge = page.getByRole('separator', { name: 'Resize pending requests' });
  await edge.focus();
  for (let press = 0; press < 3; press += 1) await edge.press('ArrowDown');
  await expect.poll(share).toBeGreaterThan(0.4);
  await page.reload();
  await expect(queue).toContainText('12 pending requests');
  await expect.poll(share).toBeGreaterThan(0.4);
});
