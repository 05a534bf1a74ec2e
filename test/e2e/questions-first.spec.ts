import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const QUESTION = {
  question: 'Which database should it use?',
  header: 'Database',
  options: [
    { label: 'SQLite', description: 'One file' },
    { label: 'Postgres', description: 'A server' },
  ],
  multiSelect: false,
};
const ASKS = { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [QUESTION] })] };
const writes = (id: string, file: string) => ({ blocks: [toolUse(id, 'Write', { file_path: file, content: 'x\n' })] });

async function begin(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, title);
}

test('Mod+J goes to the question of the shown session, then to requests of others; Mod+Shift+J to a question elsewhere', async ({
  startHost,
}) => {
  const { server, env } = await startModel(writes('w1', 'one.txt'), ASKS, { blocks: [text('Thank you.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, message, allow } = partsOf(page);
  const form = page.getByRole('region', { name: 'Questions for you' });
  const first = form.getByRole('radio', { name: /SQLite/ });
  await say(page, 'Write the file');
  await expect(allow).toBeEnabled();
  await begin(page, 'Set it up');
  await expect(first).toBeVisible();
  await expect(message).toBeFocused();

  await page.keyboard.press('ControlOrMeta+j');
  await expect(first).toBeFocused();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(queue.getByRole('group', { name: 'The agent wants to create one.txt' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(first).toBeFocused();

  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(page.getByRole('button', { name: 'Sessions, now Write the file' })).toBeVisible();
  await expect(message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(first).toBeFocused();
  await expect(form.getByRole('button', { name: 'Say something else' })).toBeEnabled();
  await page.keyboard.press('2');
  await expect(form.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Postgres');
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
});

test('a plan in another session is gone to as a whole, so that no key accepts it unread', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('p1', 'ExitPlanMode', { plan: '# Move it' })] },
    { blocks: [text('Hello.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await page.getByRole('combobox', { name: 'Permission mode' }).click();
  await page.getByRole('option', { name: /^Plan/ }).click();
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toContainText('Plan');
  await say(page, 'Move the module');
  const plan = page.getByRole('region', { name: 'Plan to review' });
  await expect(plan.getByRole('button', { name: /^Accept/ }).first()).toBeEnabled();
  await begin(page, 'Say hello');
  await expect(page.getByText('Hello.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(plan).toBeFocused();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(plan.getByRole('button', { name: /^Accept/ }).first()).toBeFocused();
});

test('Mod+J shows the request of the shown session first, and goes to one that was set aside', async ({ startHost }) => {
  const { server, env } = await startModel(
    writes('w1', 'one.txt'),
    { blocks: [toolUse('b1', 'Bash', { command: 'touch two.txt' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue, allow } = partsOf(page);
  const first = queue.getByRole('group', { name: 'The agent wants to create one.txt' });
  const own = queue.getByRole('group', { name: 'The agent wants to run a command' });
  await say(page, 'Write the file');
  await expect(allow).toBeEnabled();
  await begin(page, 'Write the other file');
  await expect(queue).toContainText('2 pending requests');
  await expect(own).toBeVisible();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(own).toBeFocused();
  await expect(own).toHaveAttribute('data-engaged', 'true');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Written.')).toBeVisible();
  expect([existsSync(join(projectDir, 'one.txt')), existsSync(join(projectDir, 'two.txt'))]).toEqual([false, true]);

  await expect(first).toBeVisible();
  await expect(allow).toBeEnabled();
  await queue.getByRole('button', { name: /^Later/ }).click();
  const row = queue.locator('button[data-ask]');
  await expect(row).toHaveCount(1);
  await partsOf(page).message.focus();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(first).toBeFocused();
});

test('on a phone the options of a question are in sight below a long request of another session', async ({ startHost }) => {
  const write = toolUse('w1', 'Write', { file_path: 'one.txt', content: 'line\n'.repeat(60) });
  const { server, env } = await startModel({ blocks: [write] }, ASKS);
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, message, allow } = partsOf(page);
  const form = page.getByRole('region', { name: 'Questions for you' });
  await say(page, 'Write the file');
  await expect(allow).toBeEnabled();
  await begin(page, 'Set it up');
  await expect(form.getByRole('radio', { name: /SQLite/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Show conversation', exact: true }).click();
  await expect(form.getByText('SQLite')).toBeInViewport({ ratio: 1 });
  await expect(form.getByText('Postgres')).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole('button', { name: 'Send answer' })).toBeInViewport({ ratio: 1 });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(allow).toBeInViewport({ ratio: 1 });
  expect((await queue.boundingBox())?.height).toBeLessThan(390);
});
