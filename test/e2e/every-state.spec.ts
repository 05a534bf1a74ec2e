import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible, expectForcedColors, expectReachableZoomed } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';
import type { Page } from 'playwright/test';

let scanned = 0;

/** Alternates between dark and light: each check takes seconds, and colors are checked as tokens. */
async function expectGood(page: Page, state: string): Promise<void> {
  scanned += 1;
  await expectAccessible(page, state, [scanned % 2 === 0 ? 'dark' : 'light']);
  await expectReachableZoomed(page, state);
}

const BEFORE = 'one\ntwo\nthree\nfour\n';
const AFTER = 'ONE\ntwo\nthree\nFOUR\n';
const QUESTION = {
  question: 'Which database should it use?',
  header: 'Database',
  options: [
    { label: 'SQLite', description: 'One file, nothing to run' },
    { label: 'Postgres', description: 'A server, grows further' },
  ],
  multiSelect: false,
};

test('axe, 200 %, reduced motion, forced colors: queue panels, forms, terminals, timeline tools and all dialogs', async ({ startHost }) => {
  test.slow();
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [toolUse('e1', 'Edit', { file_path: 'a.txt', old_string: BEFORE, new_string: AFTER })] },
    { blocks: [toolUse('b1', 'Bash', { command: 'rm -rf old-build' })] },
    { blocks: [toolUse('b2', 'Bash', { command: 'echo alpha' }), toolUse('b3', 'Bash', { command: 'echo beta; none' })] },
    { blocks: [toolUse('q1', 'AskUserQuestion', { questions: [QUESTION] })] },
    { blocks: [text('# Done\n\nAll of `it`.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': BEFORE, 'old-build/x': '' }, env });
  const { queue, message, timeline } = partsOf(page);
  await expect(message).toBeFocused();
  await expectGood(page, 'an empty session');

  await say(page, 'Edit it, then clean up');
  const card = queue.getByRole('group', { name: 'The agent wants to edit a.txt' });
  await expect(card).toBeVisible();
  await expectGood(page, 'an edit waits');
  for (const [key, panel] of [
    ['e', queue.getByRole('form', { name: 'Edit the input' })],
    ['h', queue.getByRole('form', { name: 'Choose changes' })],
    ['Shift+A', queue.getByRole('button', { name: 'Save rule and allow' })],
    ['c', queue.getByRole('textbox')],
    ['Shift+D', queue.getByRole('textbox')],
  ] as const) {
    await answerWithKey(page, key);
    await expect(panel).toBeVisible();
    await expectGood(page, `the panel of ${key}`);
    await page.keyboard.press('Escape');
    await expect(card).toBeFocused();
  }
  await page.keyboard.press('x');
  await expectGood(page, 'the explanation of a request');
  await page.keyboard.press('s');
  await expect(queue).toContainText('1 set aside');
  await expectGood(page, 'a request set aside');
  await queue.getByRole('button', { name: /a\.txt/ }).click();
  await answerWithKey(page, 'a');

  const typed = queue.getByRole('textbox', { name: 'Type old-build to allow it' });
  await expect(typed).toBeEnabled();
  await expectGood(page, 'what can’t be undone');
  await typed.fill('old-build');
  await typed.press('Enter');
  await expect(queue).toContainText('echo beta');
  await answerWithKey(page, 'a');

  const form = page.getByRole('region', { name: 'Questions for you' });
  await expect(form).toBeVisible();
  await expectGood(page, 'a question');
  await page.keyboard.press('ControlOrMeta+2');
  const terminals = page.getByRole('region', { name: 'Terminals' });
  await terminals.getByRole('option', { name: /beta/ }).dblclick();
  await terminals.getByRole('option', { name: /alpha/ }).click();
  await terminals.getByRole('button', { name: 'Split side by side' }).click();
  await terminals.getByRole('button', { name: 'Find' }).first().click();
  await expect(terminals.getByRole('textbox', { name: 'Find in this terminal' })).toBeFocused();
  await expectForcedColors(page, 'terminals');
  await expectGood(page, 'terminals side by side, one searched');
  await form.getByRole('radio', { name: /SQLite/ }).check();
  await form.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+1');
  await timeline.focus();
  await page.keyboard.press('/');
  await page.getByRole('button', { name: 'State' }).click();
  await expectGood(page, 'a menu of the filter');
  await page.keyboard.press('Escape');
  await expectGood(page, 'the filter');
  await row(timeline, 'beta').click();
  await expect(page.getByRole('region', { name: 'Why?' })).toBeVisible();
  await expectForcedColors(page, 'a timeline with a chosen call');
  await expectGood(page, 'the inspector');
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  const open = async (command: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill(command);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  };
  for (const [command, title, content] of [
    ['Restore files', 'Restore', page.getByRole('list', { name: 'States of the files' })],
    ['Export the timeline', 'Export the timeline', page.getByRole('button', { name: 'Cancel' })],
    ['Show keyboard shortcuts', 'Keyboard shortcuts', page.getByText('Show timeline')],
    ['Enter a key or a server', 'Connect a model', page.getByRole('textbox', { name: 'Server' })],
  ] as const) {
    await open(command);
    await expect(page.getByRole('dialog', { name: title, exact: true }).filter({ has: content })).toBeVisible();
    await expectGood(page, `the dialog of “${command}”`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await expectGood(page, 'the palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Sessions, now/ }).click();
  await expect(page.getByRole('menuitem', { name: /All sessions/ })).toBeVisible();
  await expectGood(page, 'the menu of sessions');
  await page.getByRole('menuitem', { name: /All sessions/ }).click();
  await expect(page.getByRole('dialog', { name: 'Sessions in this folder' })).toBeVisible();
  await expectGood(page, 'all sessions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByRole('list', { name: 'Changed files' }).getByRole('button', { expanded: true }).first()).toBeVisible();
  await expectGood(page, 'changes');
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: 'JSON' }).click();
  await expect(page.getByRole('tabpanel').getByRole('textbox')).toBeVisible();
  await expectGood(page, 'settings files as text');
  await open('Show all projects');
  await expect(page.getByRole('region', { name: 'Recent projects' })).toBeVisible();
  await expectGood(page, 'home with a recent project');
  await page.keyboard.press('ControlOrMeta+o');
  await expect(page.getByRole('dialog', { name: 'Open folder' })).toBeVisible();
  await expectGood(page, 'choosing a folder');
});

test('axe, 200 % and reduced motion: trust page, rules and settings form', async ({ startHost }) => {
  const { page } = await startHost({
    files: {
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['Bash(npm run *)', 'Bash(npm run build)'], deny: ['Read(./.env)'], ask: ['Bash(git push *)'] },
        hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: './scripts/format.sh' }] }] },
      }),
      '.mcp.json': JSON.stringify({ mcpServers: { issues: { command: './no-such-server' } } }),
    },
  });
  await expect(page.getByRole('region', { name: 'Folder trust' })).toBeVisible();
  await expectGood(page, 'the question of trust');
  await page.getByRole('button', { name: /^Trust/ }).click();
  await page.keyboard.press('ControlOrMeta+3');
  const line = page.getByRole('row').filter({ hasText: 'Bash(npm run *)' });
  await expect(line).toBeVisible();
  await expectGood(page, 'rules of a project');
  await line.dblclick();
  await expect(page.getByRole('textbox', { name: 'Rule', exact: true })).toBeVisible();
  await expectGood(page, 'a rule is changed');
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('list', { name: 'Settings files' })).toBeVisible();
  await expectGood(page, 'the form of settings');
});
