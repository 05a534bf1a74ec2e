import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const read = (id: string, path: string) => toolUse(id, 'Read', { file_path: path });
const remove = toolUse('b1', 'Bash', { command: 'rm -r old' });

test('the request of the session in view opens first, also after a reload; one of another session says so', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [remove] }, { blocks: [read('r1', '/etc/hostname')] });
  await using _ = server;
  await startHost({ files: { 'old/a.txt': 'a\n' }, env });
  const { queue, message } = partsOf(page);
  const first = queue.getByRole('group', { name: 'The agent wants to run a command' });
  const second = queue.getByRole('group', { name: 'The agent wants to read /etc/hostname' });
  await say(page, 'Tidy up');
  await expect(first).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(message).toBeFocused();
  await expect(first).toContainText('Asked in another session: Tidy up');

  // The new session asks.
  await say(page, 'Read it');
  await expect(second).toBeVisible();
  await expect(second).not.toContainText('Asked in another session');
  await expect(queue).toContainText('2 pending requests');
  await page.reload();
  await expect(second).toBeVisible();

  // Another session comes into view: its request opens.
  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(page.getByRole('button', { name: 'Sessions, now Tidy up' })).toBeVisible();
  await expect(first).toBeVisible();
  await expect(first).not.toContainText('Asked in another session');

  // Not in the midst of a reason.
  await expect(queue.getByRole('button', { name: 'Hold to allow once' })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('Shift+D');
  const reason = first.getByRole('textbox', { name: 'What should the agent do instead?' });
  await reason.fill('Keep it');
  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(page.getByRole('button', { name: 'Sessions, now Read it' })).toBeVisible();
  await expect(reason).toHaveValue('Keep it');
  await expect(first).toContainText('Asked in another session: Tidy up');
});
