import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel, stopTime } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

test('a rule for what can’t be undone is saved and allowed by the same act as the call: held, or its object typed', async ({
  startHost,
}) => {
  const { server, env } = await startModel(
    { blocks: [bash('b1', 'rm -rf old-build')] },
    { blocks: [bash('b2', 'rm -rf new-build')] },
    { blocks: [text('Both gone.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'old-build/x': '1', 'new-build/x': '1' }, env });
  const { always, queue } = partsOf(page);
  const save = queue.getByRole('button', { name: 'Save rule and allow' });
  const rule = queue.getByRole('textbox', { name: 'Rule' });
  await say(page, 'clean up');
  await expect(always).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('Shift+A');
  await expect(rule).toHaveValue('Bash(rm -rf old-build)');
  await expect(queue.getByRole('combobox', { name: 'Saved to' })).toContainText('This session');
  await expect(save).toBeEnabled();

  // Neither Enter nor a click is enough.
  await stopTime(page);
  const typed = queue.getByRole('textbox', { name: 'Type old-build to allow it' });
  await rule.press('Enter');
  await expect(typed).toBeFocused();
  await typed.press('Enter');
  await save.click();
  await save.press('Enter');
  await expect(save).toHaveAttribute('data-holding', 'false');
  await page.clock.resume();
  await typed.fill('old');
  await typed.press('Enter');
  await expect(save).toBeEnabled();
  expect(existsSync(join(projectDir, 'old-build'))).toBe(true);

  await typed.fill('old-build');
  await typed.press('Enter');
  await expect(queue).toContainText('rm -rf new-build');
  expect(existsSync(join(projectDir, 'old-build'))).toBe(false);
  const toast = page.getByRole('dialog', { name: 'Rule added: Bash(rm -rf old-build)' });
  await expect(toast).toContainText('This session');

  await always.click();
  await expect(rule).toHaveValue('Bash(rm -rf new-build)');
  await expect(save).toBeEnabled();
  await save.hover();
  await page.mouse.down();
  await expect(page.getByText('Both gone.')).toBeVisible();
  await page.mouse.up();
  expect(existsSync(join(projectDir, 'new-build'))).toBe(false);
});

test('a rule that an answer saved can be taken back by the undo of its toast', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [bash('b1', 'npm run a')] },
    { blocks: [bash('b2', 'npm run b')] },
    { blocks: [text('Both ran.')] },
  );
  await using _ = server;
  const scripts = { a: 'echo A', b: 'echo B' };
  const { page, projectDir } = await startHost({ files: { 'package.json': JSON.stringify({ scripts }) }, env });
  const { always, queue } = partsOf(page);
  const settings = () => readFileSync(join(projectDir, '.claude/settings.local.json'), 'utf8');
  await say(page, 'run both');
  await always.click();
  await queue.getByRole('button', { name: 'Save rule and allow' }).click();
  const toast = page.getByRole('dialog', { name: 'Rule added: Bash(npm run a *)' });
  await expect(toast).toContainText('This project, only me');
  expect(settings()).toContain('Bash(npm run a *)');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: 'Rule deleted: Bash(npm run a *)' })).toBeVisible();
  expect(settings()).not.toContain('Bash(npm run a *)');

  // A rule for the session too, by its key.
  await answerWithKey(page, 't');
  await expect(page.getByText('Both ran.')).toBeVisible();
  const forSession = page.getByRole('dialog', { name: 'Rule added: Bash(npm run b *)' });
  await expect(forSession).toContainText('This session');
  await forSession.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: 'Rule deleted: Bash(npm run b *)' })).toBeVisible();
});
