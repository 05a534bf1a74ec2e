import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { controlConnection } from './connection.ts';
import { answerWithKey, partsOf, say, startModel, stopTime } from './window.ts';

test('keeps the last state and disables answers while disconnected, and continues after reconnecting', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'echo one; sleep 600', run_in_background: true })] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'a.txt', content: 'x' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const line = await controlConnection(page);
  const host = await startHost({ files: { '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' }, env, noPage: true });
  await page.goto(host.url);
  const { allow, queue, timeline } = partsOf(page);
  await say(page, 'Go');
  await expect(allow).toBeEnabled();

  await line.cut();
  const lost = page.getByText('Connection to Gatehouse lost');
  await expect(lost).toBeVisible();
  await expect(queue).toContainText('Nothing can be answered');
  await expect(allow).toBeDisabled();
  await expect(timeline).toContainText('a.txt');
  // Running work may have ended long ago: no timer runs, and disabled controls say why.
  const window = page.getByRole('main');
  const before = await window.innerText();
  await stopTime(page);
  await page.clock.runFor(2000);
  expect(await window.innerText()).toBe(before);
  await page.clock.resume();
  const { stop } = partsOf(page);
  await expect(stop).toBeDisabled();
  await expect(stop).toHaveAttribute('title', 'Gatehouse can’t be reached at the moment');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  await expect(page.getByText('Shown once the connection is back.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText('Shown once the connection is back.');

  line.restore();
  await expect(lost).toBeHidden();
  await expect(allow).toBeEnabled();
  await expect(stop).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.locator('.xterm')).toContainText('one');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Written.')).toBeVisible();
});
