import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { holdCommand } from './connection.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';
import type { Page } from 'playwright/test';

const SETTINGS = { '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' };

/** The window for keyboard users: where focus is, and how much of the focused element is visible. */
const focusIn = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator(':focus');

test('a pane shortcut focuses its pane, also when it must load first', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'echo hello > a.txt' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const lists = await holdCommand(page, 'changes.list');
  const { url } = await startHost({ files: SETTINGS, env, noPage: true });
  await page.goto(url);
  // Also the list that is made before the pane is opened.
  await lists.hold();
  await say(page, 'Go');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+3');
  await expect(page.getByRole('grid', { name: 'Rules in the order they are checked' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+,');
  // In the search, which stands in the region of that name.
  const search = page.getByRole('region', { name: 'Settings', exact: true }).getByRole('searchbox', { name: 'Search settings' });
  await expect(search).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.type('theme');
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trust', exact: true })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toHaveAttribute('aria-busy', 'true');
  lists.release();
  await expect(focusIn(page, 'Changes')).toHaveText(/a\.txt/);
  await page.keyboard.press('ControlOrMeta+1');
  await expect(partsOf(page).timeline).toBeFocused();
});

test('the empty queue can be focused; its legend and panels match what is offered', async ({ startHost }) => {
  const question = {
    question: 'Which one?',
    header: 'One',
    options: [
      { label: 'This', description: '' },
      { label: 'That', description: '' },
    ],
    multiSelect: false,
  };
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [toolUse('e1', 'Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'ONE' })] },
    { blocks: [toolUse('b1', 'Bash', { command: 'rm -rf ./old && ls | sh' })] },
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [question] })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'one\n', 'old/x': '' }, env });
  const { queue, allow } = partsOf(page);
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.type('Go');
  await page.keyboard.press('Enter');
  // Nothing waits yet.
  await page.keyboard.press('ControlOrMeta+j');
  const card = queue.getByRole('group', { name: 'The agent wants to edit a.txt' });
  await expect(card).toBeFocused();
  const legend = queue.locator('[aria-hidden="true"]').filter({ hasText: 'deny' });
  await expect(legend).toContainText('session');

  // Escape closes a panel wherever focus is inside it, and arrow keys still select rules afterwards.
  await expect(allow).toBeEnabled();
  await page.keyboard.press('Shift+A');
  const choices = queue.getByRole('radio');
  await expect(queue.getByRole('textbox', { name: 'Rule' })).toBeFocused();
  await choices.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(choices.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choices.first()).toBeHidden();
  await expect(card).toBeFocused();

  // The reason for asking is shown above the effects, however long they are.
  await expect(queue.getByText('No rule allows')).toBeInViewport();
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('rm -rf');
  await expect(legend).toContainText('hold to allow');
  await expect(legend).not.toContainText('always');
  await expect(legend).not.toContainText('session');
  const typed = queue.getByRole('textbox');
  await expect(typed).toBeEnabled();
  await expect(queue.getByRole('button', { name: 'Say why not' })).toBeEnabled();
  await answerWithKey(page, 'Shift+D');
  await expect(queue.getByRole('textbox', { name: 'What should the agent do instead?' })).toBeFocused();
  await page.keyboard.type('Not that');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('radio', { name: /This/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(page.getByRole('radio', { name: /This/ })).toBeFocused();
});

test('the rule list keeps focus, and its keys act on the focused rule', async ({ startHost }) => {
  const settings = JSON.stringify({ permissions: { allow: ['Bash(one)', 'Bash(two)', 'Bash(three)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings } });
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+3');
  const grid = page.getByRole('grid', { name: 'Rules in the order they are checked' });
  const chosen = grid.getByRole('row', { selected: true });
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  await expect(chosen).toContainText('Bash(one)');

  await page.keyboard.press('x');
  await expect(chosen.getByText('off', { exact: true })).toBeVisible();
  await expect(chosen).toContainText('Bash(one)');
  await page.keyboard.press('x');
  await expect(grid.getByText('off', { exact: true })).toHaveCount(0);
  await expect(chosen).toContainText('Bash(one)');

  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Rule', exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.type('Bash(four)');
  await page.keyboard.press('Enter');
  await expect(grid).toBeFocused();
  await expect(chosen).toContainText('Bash(four)');

  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: /All my projects/ }).press('Enter');
  await expect(chosen).toContainText('All my projects');
  await expect(chosen).toContainText('Bash(four)');
  await expect(grid).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('three');
  await expect(grid.getByText('Bash(two)')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await expect(grid.getByText('Bash(two)')).toBeVisible();
});

test('Enter saves a rule as soon as it is valid, even after an earlier error', async ({ page, startHost }) => {
  const checks = await holdCommand(page, 'rules.check');
  const { url } = await startHost({ files: SETTINGS, noPage: true });
  await page.goto(url);
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+3');
  const grid = page.getByRole('grid', { name: 'Rules in the order they are checked' });
  await expect(grid).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Rule', exact: true })).toBeFocused();
  await page.keyboard.type('Bash(four');
  await expect(page.getByRole('button', { name: 'Add rule' })).toBeDisabled();
  await checks.hold();
  await page.keyboard.type(')');
  await page.keyboard.press('Enter');
  await expect(grid.getByText('Bash(four)')).toBeVisible();
});

test('a terminal is entered from the list, and a key returns to the list', async ({ startHost }) => {
  const command = 'printf "name? "; read -r x; echo "hello $x"; read -r x';
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command, run_in_background: true })] },
    { blocks: [text('It asks.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  await say(page, 'Go');
  await expect(page.getByText('It asks.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+2');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list).toBeFocused();
  await expect(page.locator('.xterm')).toContainText('name?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Terminal: / })).toBeFocused();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await expect(page.locator('.xterm')).toContainText('hello Ann');
  await expect(page.getByText('You have taken over.')).toBeVisible();
  await expect(page.getByText('leaves the terminal')).toBeVisible();
  await page.keyboard.press('Shift+Escape');
  await expect(list).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Leave the terminal');
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
});

test('Escape closes a dialog at once, even while a tooltip is shown', async ({ startHost }) => {
  const { page } = await startHost();
  const server = page.getByRole('button', { name: 'Use a compatible server' });
  await server.focus();
  await page.keyboard.press('Enter');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect(page.getByRole('textbox', { name: 'Server' })).toBeFocused();
  // Past the model and the choice whether to remember.
  for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  await expect(page.getByText('Close', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(server).toBeFocused();
});
