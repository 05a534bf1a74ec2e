import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

const show = (page: Page, what: string) => page.getByRole('button', { name: `Show ${what}`, exact: true }).tap();

test('on a small phone a file to commit is known by its name, with what is said of it below', async ({ startHost, homeDir, page }) => {
  const path = 'packages/core/another-parser.ts';
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: `mkdir -p packages/core; echo two >> a.ts; echo new > ${path}` })] },
    { blocks: [text('All changed.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Bash'] } });
  const first = await startHost({ files: { 'a.ts': 'one\n', '.claude/settings.local.json': settings }, env, noPage: true });
  const { projectDir } = first;
  const who = { GIT_AUTHOR_NAME: 'P', GIT_AUTHOR_EMAIL: 'p@example.com', GIT_COMMITTER_NAME: 'P', GIT_COMMITTER_EMAIL: 'p@example.com' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir, env: { ...process.env, ...who, HOME: homeDir } });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  await first.stop();
  await startHost({ projectDir, env });
  await page.getByRole('button', { name: /^Trust/ }).tap();
  await say(page, 'change it');
  await expect(page.getByText('All changed.')).toBeVisible();
  await show(page, 'changes');
  await page.getByRole('button', { name: 'Commit…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Commit', exact: true });
  const name = await dialog.getByTitle(path, { exact: true }).boundingBox();
  expect(name?.width).toBeGreaterThan(220);
  expect((await dialog.getByText('new', { exact: true }).boundingBox())?.y).toBeGreaterThan(name?.y ?? 0);
  const short = await dialog.getByTitle('a.ts', { exact: true }).boundingBox();
  const counts = await dialog.getByText('+1', { exact: true }).first().boundingBox();
  expect(Math.abs((short?.y ?? 0) - (counts?.y ?? 0))).toBeLessThan(8);
  const buttons = ['Ask the agent to commit', 'Cancel', 'Commit'].map((one) => dialog.getByRole('button', { name: one, exact: true }));
  const tops = await Promise.all(buttons.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
});

test('on a small phone the rules have their title, the settings one line of sections, and an unusable server its buttons', async ({
  startHost,
  page,
}) => {
  const { server, env } = await startModel();
  await using _ = server;
  await startHost({ files: {}, env });
  await show(page, 'rules');
  const title = page.getByRole('heading', { name: 'Rules', exact: true });
  await expect(title).toBeInViewport({ ratio: 1 });
  const tops = await Promise.all(
    ['JSON', 'Packs', 'Try a call', 'New rule'].map(
      async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y,
    ),
  );
  expect(new Set(tops).size).toBe(1);
  await show(page, 'settings');
  const sections = page.getByRole('navigation', { name: 'Sections of settings' });
  expect((await sections.boundingBox())?.height).toBeLessThan(60);
  await sections.getByRole('combobox').tap();
  await page.getByRole('option', { name: 'Model', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeInViewport();
  await page.getByRole('textbox', { name: 'Server', exact: true }).fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: 'Save until you quit' }).tap();
  const again = page.getByRole('button', { name: 'Check again' });
  await again.scrollIntoViewIfNeeded();
  await expect(again).toBeInViewport({ ratio: 1 });
  const saved = page.getByText('Saved, but it doesn’t work yet.');
  await saved.scrollIntoViewIfNeeded();
  const box = await saved.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(box?.height).toBeLessThan(30);
});

test('on a small phone a request has half of the queue: two rows of answers, the others behind More, and one line above', async ({
  startHost,
  page,
}) => {
  const reads = ['/etc/hostname', '/usr/share/doc', '/etc/hosts'].map((path, at) => toolUse(`r${at}`, 'Read', { file_path: path }));
  const { server, env } = await startModel({ blocks: [...reads, toolUse('b1', 'Bash', { command: 'rm -rf ../outside' })] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { always, deny, queue } = partsOf(page);
  await say(page, 'clean');
  const hold = queue.getByRole('button', { name: 'Hold to allow once' });
  await expect(hold).toBeEnabled();
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const command = queue.locator('pre').filter({ hasText: 'rm -rf ../outside' });
  await command.click({ trial: true });
  const card = queue.getByRole('group', { name: /wants to run a command/ });
  const answers = await boxOf(card.locator('xpath=*[@data-answers]'));
  expect(answers.height).toBeLessThan(110);
  expect(answers.y - (await boxOf(card)).y).toBeGreaterThanOrEqual((await boxOf(queue)).height / 2);
  // The button that allows several is beside what is counted.
  const all = await boxOf(queue.getByRole('button', { name: 'Allow 3 that only read' }));
  const count = await boxOf(queue.getByRole('button', { name: /^4 pending requests/ }));
  expect(Math.abs(all.y + all.height / 2 - count.y - count.height / 2)).toBeLessThan(4);
  const more = queue.getByRole('button', { name: 'More', exact: true });
  await expect(always).toHaveCount(0);
  await expect(queue.getByText('Always allow isn’t offered')).toHaveCount(0);
  await more.tap();
  await expect(always).toBeDisabled();
  await expect(queue.getByText('Always allow isn’t offered')).toBeAttached();
  await expect(queue.getByRole('textbox', { name: 'Type outside to allow it' })).toBeAttached();
  await expect(deny).toBeEnabled();
});

const LINES = Array.from({ length: 40 }, (_, index) => `const line${index + 1} = ${index + 1};`);
const DEEP = 'packages/core/src/features/authentication/providers/oauth2/implementation/very-long-file-name-for-tests.ts';

test('on a small phone an edit of a long path shows the first changed line, and a question about it fits the width', async ({
  startHost,
  page,
}) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: DEEP })] },
    { blocks: [toolUse('e1', 'Edit', { file_path: DEEP, old_string: 'line20 = 20', new_string: 'line20 = 0' })] },
    { blocks: [text('Edited.')] },
  );
  await using _ = server;
  const { projectDir } = await startHost({ files: { [DEEP]: `${LINES.join('\n')}\n` }, env });
  const { queue } = partsOf(page);
  await say(page, 'edit it');
  await expect(queue.getByText('18 unchanged lines')).toBeVisible();
  const changed = queue.locator('[data-changed]').first();
  await changed.click({ trial: true });
  const answers = queue.locator('[data-answers]').first();
  const [line, buttons] = [await changed.boundingBox(), await answers.boundingBox()];
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  const allow = queue.getByRole('button', { name: 'Allow once', exact: true });
  await expect(allow).toBeEnabled();
  await allow.tap();
  await expect(page.getByText('Edited.')).toBeVisible();
  appendFileSync(join(projectDir, DEEP), 'mine\n');
  await show(page, 'changes');
  await page.getByRole('button', { name: `Revert ${DEEP}`, exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: `Revert ${DEEP}` });
  const title = dialog.getByRole('heading');
  await expect(title).toBeVisible();
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
