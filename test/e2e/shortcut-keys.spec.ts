import { toolUse, text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('keys of a command are changed by pressing them, work at once, are shown everywhere and survive a restart', async ({ startHost }) => {
  const host = await startHost({ files: {} });
  const { page } = host;
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+,');
  const list = page.getByRole('list', { name: 'Command shortcuts' });
  const row = (title: string) => list.getByRole('listitem').filter({ hasText: title });
  await page.getByRole('button', { name: 'Change the keys of “Show tasks”' }).click();
  const field = page.getByRole('textbox', { name: 'New keys of “Show tasks”' });
  await expect(field).toBeFocused();

  // What types text is refused, and so is what text fields use.
  await page.keyboard.press('a');
  await expect(row('Show tasks').getByRole('alert')).toContainText('types a character');
  await page.keyboard.press('ControlOrMeta+c');
  await expect(row('Show tasks').getByRole('alert')).toContainText('Text fields');
  // No press reaches the window.
  await page.keyboard.press('ControlOrMeta+3');
  await expect(row('Show tasks').getByRole('alert')).toContainText('Already used by “Show rules”');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(row('Show tasks')).toContainText('5');

  await page.getByRole('button', { name: 'Change the keys of “Show tasks”' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: 'Use them here' }).click();
  await expect(row('Show rules')).toContainText('No shortcut');
  await page.getByRole('button', { name: 'Change the keys of “Write a message”' }).click();
  await page.keyboard.press('F8');
  await expect(row('Write a message')).toContainText('F8');

  await page.keyboard.press('ControlOrMeta+3');
  await expect(page.getByRole('region', { name: 'Tasks', exact: true })).toBeVisible();
  await page.keyboard.press('F8');
  await expect(partsOf(page).message).toBeFocused();
  // A function key types nothing, so it also works in a text field; the old keys do nothing.
  await page.keyboard.press('ControlOrMeta+5');
  await page.getByRole('button', { name: 'Show tasks' }).hover();
  await expect(page.locator('kbd', { hasText: '3' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('Write a message');
  await expect(page.getByRole('option', { name: /Write a message/ })).toContainText('F8');
  await page.keyboard.press('Escape');

  await host.stop();
  const { page: again } = await startHost({ projectDir: host.projectDir });
  await expect(partsOf(again).message).toBeFocused();
  await again.keyboard.press('ControlOrMeta+3');
  await expect(again.getByRole('region', { name: 'Tasks', exact: true })).toBeVisible();
  await again.keyboard.press('ControlOrMeta+,');
  await again.getByRole('button', { name: 'Reset all keys' }).click();
  await expect(again.getByRole('button', { name: 'Reset all keys' })).toHaveCount(0);
  await again.keyboard.press('ControlOrMeta+3');
  await expect(again.getByRole('region', { name: 'Rules', exact: true })).toBeVisible();
});

test('changed keys lead to the permission queue, and no key that answers is among them', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'touch made' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'Change the keys of “Go to the permission queue”' }).click();
  await page.keyboard.press('F4');
  await page.keyboard.press('ControlOrMeta+1');
  await say(page, 'Go');
  const { allow, queue } = partsOf(page);
  await expect(allow).toBeEnabled();
  await expect(queue.locator('kbd').filter({ hasText: 'F4' })).toBeVisible();
  await page.keyboard.press('F4');
  await expect(queue.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('a');
  await expect(page.getByText('Done.')).toBeVisible();
});
