import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = { '.claude/settings.local.json': '{"permissions":{"allow":["Bash(echo *)"]}}' };
const calls = (count: number) => Array.from({ length: count }, (_, at) => toolUse(`b${at}`, 'Bash', { command: `echo step ${at}` }));
const conversationOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });

test('the conversation is read by keys: into it, through its lines, a fold, a menu, and back', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: calls(5) }, { blocks: [text('All steps done.')] }, { blocks: [text('Once more.')] });
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { message } = partsOf(page);
  const conversation = conversationOf(page);
  await say(page, 'Take the steps');
  await expect(conversation.getByText('All steps done.')).toBeVisible();
  await say(page, 'Again');
  await expect(conversation.getByText('Once more.')).toBeVisible();
  await message.fill('half a sentence');
  await message.press('ArrowLeft');
  const focused = conversation.locator(':focus');

  // The card of the last turn, then what is above it.
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(focused).toHaveAttribute('aria-label', 'End of the turn');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('Once more.');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText(/Again/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('All steps done.');
  await page.keyboard.press('ArrowUp');
  const fold = conversation.getByRole('button', { name: '5 commands' });
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const call = conversation.getByRole('button', { name: /echo step 0/ });
  await expect(call).toBeFocused();

  // Opened and closed; Escape closes what it opened first. Letters are for nothing.
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(call).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(call).toHaveAttribute('aria-expanded', 'false');
  await expect(inspector).toBeHidden();
  await expect(call).toBeFocused();
  await page.keyboard.press('x');
  await expect(call).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(conversation.getByRole('button', { name: 'Show the result here' }).first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(call).toBeFocused();

  // The menu of the first message.
  await page.keyboard.press('Home');
  await expect(focused).toHaveText(/Take the steps/);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(fold).toBeFocused();
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('aria-label', 'End of the turn');

  // Back, where the caret was.
  await page.keyboard.press('Escape');
  await expect(message).toBeFocused();
  await page.keyboard.type('X');
  await expect(message).toHaveValue('half a sentencXe');
});

test('one press leads from every pane to the conversation, and Escape from the list of commands to the message box', async ({
  startHost,
}) => {
  const { server, env } = await startModel({ blocks: calls(2) }, { blocks: [text('All steps done.')] });
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { message } = partsOf(page);
  const conversation = conversationOf(page);
  await say(page, 'Take the steps');
  await expect(conversation.getByText('All steps done.')).toBeVisible();
  const focused = conversation.locator(':focus');
  const commands = page.getByRole('region', { name: 'Terminals' }).getByRole('listbox');
  await page.keyboard.press('ControlOrMeta+2');
  await expect(commands).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(focused).toHaveAttribute('aria-label', 'End of the turn');
  await commands.focus();
  await page.keyboard.press('Escape');
  await expect(message).toBeFocused();
  await page.getByRole('region', { name: 'Terminals' }).getByRole('button', { name: 'Copy', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(message).toBeFocused();
  for (const [pane, region] of [
    ['Rules', 'ControlOrMeta+3'],
    ['Settings', 'ControlOrMeta+,'],
  ] as const) {
    await page.keyboard.press(region);
    await expect(message, pane).toBeHidden();
    await page.keyboard.press('ControlOrMeta+ArrowUp');
    await expect(focused, pane).toHaveAttribute('aria-label', 'End of the turn');
  }
});

test('page keys scroll the conversation from the message box', async ({ startHost }) => {
  const long = Array.from({ length: 120 }, (_, at) => `Line ${at} of the answer.`).join('\n\n');
  const { server, env } = await startModel({ blocks: [text(long)] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  const conversation = conversationOf(page);
  // A paragraph of its own once the answer is formatted.
  const lastLine = conversation.getByRole('log').getByText('Line 119 of the answer.', { exact: true });
  await say(page, 'Write a lot');
  await expect(conversation.getByLabel('End of the turn')).toBeInViewport();
  await expect(lastLine).toBeInViewport();
  await message.fill('next');
  await page.keyboard.press('PageUp');
  await expect(lastLine).not.toBeInViewport();
  await expect(message).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(lastLine).toBeInViewport();
  await expect(conversation.getByRole('button', { name: 'Latest' })).toBeHidden();

  // A long draft has pages of its own.
  await message.fill(long);
  await page.keyboard.press('PageUp');
  await expect(lastLine).toBeInViewport();

  // What is higher than the view is scrolled through before the line above it gets the focus.
  await message.fill('');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await page.keyboard.press('ArrowUp');
  const focused = conversation.locator(':focus');
  await expect(focused).toContainText('Line 119 of the answer.');
  await expect(lastLine).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('Line 119 of the answer.');
  await page.keyboard.press('Home');
  await expect(focused).toHaveText(/Write a lot/);
  await expect(focused).toBeInViewport();
});

test('no key in the conversation answers a request', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('I have to write a file.'), toolUse('w1', 'Bash', { command: 'touch a.txt' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { allow } = partsOf(page);
  const conversation = conversationOf(page);
  await say(page, 'Go');
  await expect(allow).toBeEnabled();
  // Gone to, and left again.
  await page.keyboard.press('ControlOrMeta+j');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(conversation.locator(':focus')).toHaveCount(1);
  for (const key of ['a', 'd', 'Shift+A', 'ArrowUp', 'a', 'Enter', 'Shift+D', 'Home', 'a', 'd', 's']) await page.keyboard.press(key);
  await expect(conversation.locator(':focus')).toHaveText(/Go/);
  await expect(allow).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(partsOf(page).message).toBeFocused();
  await expect(partsOf(page).message).toHaveValue('');
  await expect(allow).toBeVisible();
});

test('the key leads into the conversation also from what opens a list or menu by an arrow key', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const inConversation = conversationOf(page).locator(':focus');
  await say(page, 'Go');
  await expect(conversationOf(page).getByText('Done.')).toBeVisible();

  // Without changes, the focus is on the choice of what to compare with.
  await page.keyboard.press('ControlOrMeta+4');
  const changes = page.getByRole('region', { name: 'Changes' });
  const since = changes.getByRole('combobox');
  await expect(since).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(inConversation).toHaveCount(1);
  await expect(page.getByRole('listbox')).toBeHidden();
  const sessions = page.getByRole('button', { name: 'Sessions, now Go' });
  await sessions.focus();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(inConversation).toHaveCount(1);
  await expect(page.getByRole('menu')).toBeHidden();
  // The arrow alone opens them.
  await since.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await sessions.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menu')).toBeVisible();
});
