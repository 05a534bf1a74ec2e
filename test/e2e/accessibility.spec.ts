import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible, listenTo } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('axe reports no serious violation throughout the demo or in any pane', async ({ startHost, homeDir }) => {
  test.slow();
  const temp = join(homeDir, 'tmp');
  mkdirSync(temp);
  const { page } = await startHost({ env: { TMPDIR: temp } });
  const { allow, timeline, queue } = partsOf(page);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await expectAccessible(page, 'home');

  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(allow).toBeEnabled();
  await expectAccessible(page, 'an edit waits');
  await answerWithKey(page, 'Shift+A');
  await expect(queue.getByRole('button', { name: 'Save rule and allow' })).toBeVisible();
  await expectAccessible(page, 'a rule is being written');
  await page.keyboard.press('Escape');
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('npm test');
  await answerWithKey(page, 'a');
  await expect(page.getByText('All five tests pass.')).toBeVisible();
  await expectAccessible(page, 'finished');

  await row(timeline, 'npm test').click();
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('region', { name: 'Why?' })).toBeVisible();
  await expectAccessible(page, 'inspector');

  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('button', { name: 'Inspect this call' })).toBeVisible();
  await expectAccessible(page, 'terminals');
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByText('Changed by')).toBeVisible();
  await expectAccessible(page, 'changes');
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('textbox', { name: 'Rule', exact: true }).fill('Bash(npm run lint *)');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Bash(npm run lint *)' })).toBeVisible();
  await expectAccessible(page, 'rules');
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await expectAccessible(page, 'settings');
});

test('restores focus after a dialog, a queue panel and a deletion, and announces each event once', async ({ startHost, page }) => {
  const announced = await listenTo(page);
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'npm run lint' })] }, { blocks: [text('Good.')] });
  await using _ = server;
  await startHost({ files: { 'package.json': '{"scripts":{"lint":"echo linted"}}' }, env });
  const { queue, message } = partsOf(page);
  // Opening a session moves focus to the message box.
  await expect(message).toBeFocused();

  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await keys.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeFocused();

  await say(page, 'lint it');
  const request = 'The agent wants to run a command';
  const noEarlierCalls = 'There are no earlier calls to compare with.';
  const card = queue.getByRole('group', { name: request });
  for (const key of ['Shift+A', 'Shift+D']) {
    await answerWithKey(page, key);
    await expect(queue.getByRole('textbox')).toBeFocused();
    if (key === 'Shift+A') await expect(queue.getByText(noEarlierCalls)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeFocused();
  }
  await page.keyboard.press('a');
  await expect(page.getByText('Good.')).toBeVisible();
  await expect.poll(announced).toEqual(['The agent is working', expect.stringContaining(request), noEarlierCalls, 'The agent is done']);

  await page.keyboard.press('ControlOrMeta+3');
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
  const rule = (name: string) => pane.getByRole('row').filter({ hasText: `Bash(${name})` });
  for (const name of ['one', 'two']) {
    await pane.getByRole('button', { name: 'New rule' }).click();
    await expect(field).toBeFocused();
    await field.fill(`Bash(${name})`);
    await field.press('Enter');
    await expect(rule(name)).toBeVisible();
  }
  await pane.getByRole('grid').focus();
  await page.keyboard.press('End');
  for (const name of ['two', 'one']) {
    await page.keyboard.press('Delete');
    await expect(rule(name)).toHaveCount(0);
    await expect(pane.locator(':focus')).toHaveCount(1);
  }
});
