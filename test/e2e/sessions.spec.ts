import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('sessions are searched by content, renamed and deleted', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('The moon pulls.')] }, { blocks: [text('Eleven minutes.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Why are there tides?');
  await expect(page.getByText('The moon pulls.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(page.getByText('What should the agent do')).toBeVisible();
  await say(page, 'How late is the chart?');
  await expect(page.getByText('Eleven minutes.')).toBeVisible();

  await page.getByRole('button', { name: /^Sessions, now/ }).click();
  await page.getByRole('menuitem', { name: 'All sessions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sessions in this folder' });
  const rows = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Find a session' }).fill('moon');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('The moon pulls.');
  await expectNoViolation(page, '[role="dialog"]');

  await rows.getByRole('button', { name: 'Rename Why are there tides?' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The moon');
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(rows).toContainText('The moon');
  await dialog.getByRole('textbox', { name: 'Find a session' }).fill('');
  await expect(rows).toHaveCount(2);

  await dialog.getByRole('button', { name: 'Delete The moon' }).click();
  await rows.getByRole('button', { name: 'Delete session' }).click();
  await expect(rows).toHaveCount(1);
  // Including the session shown: the window then shows another.
  await dialog.getByRole('button', { name: 'Delete How late is the chart?' }).click();
  await rows.getByRole('button', { name: 'Delete session' }).click();
  await expect(page.getByText('Eleven minutes.')).toBeHidden();
  await expect(dialog.getByText('How late is the chart?')).toBeHidden();
});

test('the palette finds sessions, and a renamed or undeleted row keeps focus', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Hello.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Good day');
  await expect(page.getByText('Hello.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('all sessions');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sessions in this folder' });
  const rename = dialog.getByRole('button', { name: /^Rename/ });
  await rename.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Good evening');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Rename Good evening' })).toBeFocused();
  const remove = dialog.getByRole('button', { name: /^Delete/ });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
});

test('the list of all sessions is used by keys, and a state there has its own colour', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('The moon pulls.')] },
    { blocks: [text('Eleven minutes, said the moon.')] },
    { status: 400, error: 'That is not possible.' },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const ask = async (question: string, answer: string) => {
    await say(page, question);
    await expect(page.getByText(answer).first()).toBeVisible();
  };
  const begin = async () => {
    await page.keyboard.press('ControlOrMeta+Shift+O');
    await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  };
  await ask('Why are there tides?', 'The moon pulls.');
  await begin();
  await ask('How late is the chart?', 'Eleven minutes');
  await begin();
  await ask('Is it broken?', 'That is not possible.');
  await begin();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('all sessions');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sessions in this folder' });
  const field = dialog.getByRole('textbox', { name: 'Find a session' });
  const open = (title: string) => dialog.getByRole('button', { name: new RegExp(`^${title}`) });
  await expect(field).toBeFocused();
  // As in the list beside the panes.
  await expect(open('Is it broken').getByText('failed')).toHaveCSS('color', await colourOf(page, '--danger'));

  await field.fill('moon');
  await expect(dialog.getByRole('status')).toHaveText('2 sessions');
  await page.keyboard.press('ArrowDown');
  await expect(open('How late')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(open('Why are')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open('Why are')).toBeFocused();
  // From a button of the row too.
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(open('How late')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();

  // Pressed at once, it waits for what is found.
  await field.fill('pulls');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sessions, now Why are there tides?' })).toBeVisible();
});

/** The colour of a token, as the browser computes it. */
const colourOf = (page: Page, token: string) =>
  page.evaluate<string>(`{
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(${token})';
    const { color } = getComputedStyle(probe);
    probe.remove();
    color;
  }`);

test('lists only the sessions of the open folder', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel({ blocks: [text('The moon pulls.')] }, { blocks: [text('In winter.')] });
  await using _ = server;
  mkdirSync(join(homeDir, 'orchard'));
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Why are there tides?');
  await expect(page.getByText('The moon pulls.')).toBeVisible();
  const sessions = page.getByRole('button', { name: /^Sessions, now/ });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await sessions.click();
  await expect(item('Why are there tides?')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+o');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(homeDir, 'orchard'));
  await dialog.getByRole('button', { name: 'Go' }).click();
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  await expect(page.getByRole('button', { name: 'orchard' })).toBeVisible();
  // The menu lists the sessions present when it opens, by then the folder's session.
  await expect(page.getByRole('combobox', { name: 'Permission mode' })).toBeVisible();
  await say(page, 'When to prune?');
  await expect(page.getByText('In winter.')).toBeVisible();
  // As a string, because test code has no DOM types. Everything ever rendered counts, not only the final state.
  await page.evaluate(`{
    window.drawn = '';
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=menuitem]')) window.drawn += textContent + '\\n';
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  await sessions.click();
  await expect(item('When to prune?')).toBeVisible();
  expect(await page.evaluate('window.drawn')).not.toContain('Why are there tides?');
});
