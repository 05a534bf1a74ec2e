import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('a command that waits for input counts as waiting in lists, other sessions and all projects', async ({ startHost }) => {
  const command = 'read -r -p "Your name? " name; echo "hello $name"';
  const { server, env } = await startModel(
    { blocks: [toolUse('b0', 'Bash', { command: 'echo first' }), toolUse('b1', 'Bash', { command })] },
    { blocks: [text('Nothing to do.')] },
    { blocks: [text('It asked.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const waiting = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: '1 waiting' });
  await say(page, 'Ask for a name');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Waits for your input: read -r')).toBeVisible();
  // It counts as waiting in the timeline too.
  const bar = row(partsOf(page).timeline, 'read -r').getByRole('gridcell', { name: /waited for you until now$/ });
  await expect(bar).toBeVisible();
  await expect(row(partsOf(page).timeline, 'read -r').getByRole('gridcell', { name: 'Waits for your input' })).toBeVisible();
  // Once, not as running too.
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('0 running');
  // No request is pending: what waits is the command. A letter is for nothing there.
  const showTerminal = page.getByRole('button', { name: 'Show terminal', exact: true });
  await page.keyboard.press('ControlOrMeta+j');
  await expect(showTerminal).toBeFocused();
  await page.keyboard.press('a');
  await expect(showTerminal).toBeFocused();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(list.getByRole('region', { name: 'Needs you' }).getByRole('button', { name: /Ask for a name/ })).toBeVisible();
  await expect(list.getByRole('region', { name: 'project' }).getByRole('button', { name: /^Ask for a name/ })).toContainText('waiting');

  // Also in a window that was loaded since.
  await page.reload();
  await expect(page.getByText('Waits for your input: read -r')).toBeVisible();
  await expect(bar).toBeVisible();
  await expect(waiting).toHaveAttribute('title', 'A command waits for input');

  // From another session of the project.
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Look around');
  await expect(page.getByText('Nothing to do.')).toBeVisible();
  await expect(waiting).toHaveAttribute('title', '1 in other sessions');
  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(page.getByRole('button', { name: 'Sessions, now Ask for a name' })).toBeVisible();
  await expect(showTerminal).toBeFocused();
  await expect(waiting).toHaveAttribute('title', 'A command waits for input');

  // Its terminal is selected first, whichever was looked at last.
  const terminals = page.getByRole('region', { name: 'Terminals' });
  await page.keyboard.press('ControlOrMeta+2');
  await terminals.getByRole('option', { name: /echo first/ }).click();
  await expect(terminals.getByRole('option', { name: /echo first/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ControlOrMeta+1');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(terminals.getByRole('option', { name: /read -r/ })).toHaveAttribute('aria-selected', 'true');

  // Answered, it waits no longer.
  await showTerminal.click();
  await expect(page.locator('.xterm-helper-textarea')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It asked.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(row(partsOf(page).timeline, 'read -r').getByRole('gridcell', { name: /, ran .+, waited for you [^u]/ })).toBeVisible();
  await expect(list.getByRole('region', { name: 'Needs you' })).toBeHidden();
  await expect(partsOf(page).message).toBeVisible();
});

test('Mod+J goes between requests of other sessions and the own command that waits for input', async ({ startHost }) => {
  const command = 'read -r -p "Your name? " name; echo "hello $name"';
  const { server, env } = await startModel(
    { blocks: [toolUse('b0', 'Bash', { command: 'touch made' }), toolUse('b1', 'Bash', { command: 'npm publish' })] },
    { blocks: [toolUse('b2', 'Bash', { command })] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, message, allow } = partsOf(page);
  const card = queue.getByRole('group');
  await say(page, 'Make it');
  await expect(queue).toContainText('2 pending requests');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Ask for a name');
  await expect(queue).toContainText('3 pending requests');
  // The own one first, once it counts.
  await expect(card.filter({ hasText: 'read -r' })).toBeVisible();
  await expect(allow).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(card.filter({ hasText: 'read -r' })).toHaveAttribute('data-engaged', 'true');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Waits for your input: read -r')).toBeVisible();
  await message.focus();

  const showTerminal = page.getByRole('button', { name: 'Show terminal', exact: true });
  for (let round = 0; round < 2; round += 1) {
    await page.keyboard.press('ControlOrMeta+j');
    await expect(card.first()).toBeFocused();
    await expect(card.first()).toHaveAttribute('data-engaged', 'true');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(showTerminal).toBeFocused();
  }
});
