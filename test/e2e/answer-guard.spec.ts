import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { holdCommand } from './connection.ts';
import { answerWithKey, partsOf, say, startModel, stopTime } from './window.ts';

const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });
const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const scripts = { 'package.json': JSON.stringify({ scripts: { a: 'echo ran > a.txt', b: 'echo ran > b.txt' } }) };
const PROSE = 'and then add a test for that, as always';

/** The card of a waiting command, ready to be answered. */
async function readyCard(page: Page, command: string): Promise<void> {
  const { queue, allow } = partsOf(page);
  await expect(queue.getByRole('group', { name: 'The agent wants to run a command' })).toContainText(command);
  await expect(allow).toBeEnabled();
}

test('keys typed after the last answer go to the message box and answer no later ask', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [bash('b2', 'npm run b')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: scripts, env });
  const { message, queue } = partsOf(page);
  await say(page, 'run both');
  await readyCard(page, 'npm run a');
  await answerWithKey(page, 'a');
  await expect(message).toBeFocused();
  await readyCard(page, 'npm run b');
  await page.keyboard.type(PROSE);
  await expect(message).toHaveValue(PROSE);
  await readyCard(page, 'npm run b');
  await expect(queue).toContainText('1 pending request');
  expect(existsSync(join(projectDir, 'b.txt'))).toBe(false);
});

test('buttons that move are inactive for a moment, also when the conversation scrolls with it', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] });
  await using _ = server;
  await startHost({ files: scripts, env });
  await say(page, 'run it');
  await readyCard(page, 'npm run a');
  // By the page's own clock: the buttons move, and the conversation says that it has scrolled.
  const wasInactive = await page.evaluate(`(async () => {
    const queue = document.querySelector('[data-region="permission-queue"]');
    const allow = [...queue.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Allow once'));
    queue.style.paddingTop = '40px';
    document.querySelector('[role=log]').dispatchEvent(new Event('scroll'));
    for (let frame = 0; frame < 60 && !allow.disabled; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    return allow.disabled;
  })()`);
  expect(wasInactive).toBe(true);
  await readyCard(page, 'npm run a');
});

test('an ask that replaces the answered one ignores keys until the user selects it', async ({ startHost, page }) => {
  const read = (id: string, path: string) => toolUse(id, 'Read', { file_path: path });
  const { server, env } = await startModel(
    { blocks: [read('r1', '/etc/hostname'), read('r2', '/usr/share/doc')] },
    { blocks: [text('Both were read.')] },
  );
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'read both');
  await expect(queue).toContainText('2 pending requests');
  await answerWithKey(page, 'a');
  const second = queue.getByRole('group', { name: 'The agent wants to read /usr/share/doc' });
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute('data-engaged', 'false');
  await expect(allow).toBeEnabled();
  for (const key of ['a', 'd', 't']) await page.keyboard.press(key);
  await expect(queue.getByText('Ignored: this request came up by itself')).toBeVisible();
  await page.keyboard.type(PROSE);
  await expect(second).toBeVisible();
  await expect(queue).toContainText('1 pending request');
  // An arrow key selects it once typing has paused.
  await page.keyboard.press('ArrowDown');
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(page.getByText('Both were read.')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('J moves the selection to another request, but selects none that came up by itself', async ({ startHost, page }) => {
  const reads = ['/etc/hostname', '/usr/share/doc', '/etc/hosts'].map((path, at) => toolUse(`r${at}`, 'Read', { file_path: path }));
  const { server, env } = await startModel({ blocks: reads }, { blocks: [text('All were read.')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  const card = (path: string) => queue.getByRole('group', { name: `The agent wants to read ${path}` });
  await say(page, 'read all');
  await expect(queue).toContainText('3 pending requests');
  await answerWithKey(page, 'a');
  await expect(card('/usr/share/doc')).toBeFocused();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('j');
  await expect(card('/etc/hosts')).toHaveAttribute('data-engaged', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(card('/etc/hosts')).toHaveAttribute('data-engaged', 'true');
  await page.keyboard.press('k');
  await expect(card('/usr/share/doc')).toHaveAttribute('data-engaged', 'true');
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(queue).toContainText('1 pending request', { timeout: 700 });
  }).toPass();
});

test('Shift with Caps Lock asks for the reason of a denial instead of denying', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] });
  await using _ = server;
  await startHost({ files: scripts, env });
  const { queue } = partsOf(page);
  await say(page, 'run it');
  // As typed: with Caps Lock on, Shift gives the small letter.
  await answerWithKey(page, 'Shift+d');
  await expect(queue.getByRole('textbox', { name: 'What should the agent do instead?' })).toBeVisible();
  await expect(queue).toContainText('1 pending request');
});

test('focus on the empty queue doesn’t select the next ask', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] }, { blocks: [text('Denied.')] });
  await using _ = server;
  const sending = await holdCommand(page, 'session.send');
  const { projectDir } = await startHost({ files: scripts, env });
  const { queue } = partsOf(page);
  await sending.hold();
  await say(page, 'run it');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(queue).toBeFocused();
  sending.release();
  await readyCard(page, 'npm run a');
  await expect(queue.locator('[data-ask]').first()).toBeFocused();
  await page.keyboard.press('a');
  await expect(queue.getByText('Ignored: this request came up by itself')).toBeVisible();
  expect(existsSync(join(projectDir, 'a.txt'))).toBe(false);
});

test('a held key, or one that follows other typing, answers nothing', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: scripts, env });
  const { queue, message } = partsOf(page);
  await say(page, 'run it');
  await readyCard(page, 'npm run a');
  // Held down since the message: the second press of a pressed key is a repeat.
  await message.focus();
  await page.keyboard.down('a');
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await stopTime(page);
  await message.press('x');
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('a');
  await expect(queue.getByText('Ignored: you were typing')).toBeVisible();
  await page.clock.resume();
  await readyCard(page, 'npm run a');
  expect(existsSync(join(projectDir, 'a.txt'))).toBe(false);
});

test('Enter on a focused button is guarded like the shortcut keys', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: scripts, env });
  const { queue, message, allow } = partsOf(page);
  await say(page, 'run it');
  await readyCard(page, 'npm run a');
  await allow.focus();
  await page.keyboard.press('Enter');
  await expect(queue.getByText('Ignored: this request came up by itself')).toBeVisible();
  await stopTime(page);
  // That notice goes away, which moves the buttons: a button can be focused once they have stood still.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(allow).toBeEnabled({ timeout: 100 });
  }).toPass();
  await message.press('x');
  await allow.focus();
  await page.keyboard.press('Enter');
  await expect(queue.getByText('Ignored: you were typing')).toBeVisible();
  await page.clock.resume();
  await readyCard(page, 'npm run a');
  expect(existsSync(join(projectDir, 'a.txt'))).toBe(false);
});

test('focus that returns to a card doesn’t enable its keys', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'write it');
  await expect(allow).toBeEnabled();
  const card = queue.getByRole('group', { name: 'The agent wants to create one.txt' });
  const returns: readonly (() => Promise<void>)[] = [
    async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
    },
    async () => void (await page.evaluate(`dispatchEvent(new Event('blur'))`)),
  ];
  for (const comeBack of returns) {
    await page.keyboard.press('ControlOrMeta+j');
    await expect(card).toBeFocused();
    await comeBack();
    await expect(card).toBeFocused();
    await page.keyboard.press('a');
    await expect(queue.getByText('Ignored: this request came up by itself')).toBeVisible();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('a');
  await expect.poll(() => existsSync(join(projectDir, 'one.txt'))).toBe(true);
});
