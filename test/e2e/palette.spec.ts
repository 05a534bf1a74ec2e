import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { deny: ['Bash(curl *)'] } });

test('the palette finds commands by a few letters, and sessions, rules and other folders', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] }, { blocks: [text('Again.')] });
  await using _ = server;
  const other = join(homeDir, 'other');
  mkdirSync(other);
  await (await startHost({ projectDir: other, env })).stop();
  const { page } = await startHost({ files: { '.claude/settings.json': SETTINGS, 'src/garden.ts': '' }, env });
  await say(page, 'Tidy the kitchen');
  await expect(page.getByText('Done.')).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search commands' });
  const option = page.getByRole('option');
  const find = async (query: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await search.fill(query);
  };

  await find('sns');
  await expect(option.first()).toContainText('Start a new session');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done.')).toBeHidden();

  await find('kitchen');
  await expect(option.first()).toContainText('Tidy the kitchen');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done.')).toBeVisible();

  await find('curl');
  await expect(option.first()).toContainText('deny rule');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('curl');

  // Shift+Enter inserts a file into the message.
  await find('grdn');
  await expect(option.first()).toContainText('src/garden.ts');
  await page.keyboard.press('Shift+Enter');
  await expect(partsOf(page).message).toHaveValue('@src/garden.ts ');
  await expect(partsOf(page).message).toBeFocused();
  await partsOf(page).message.fill('');

  // By what the pane does.
  await find('revert all');
  await expect(option.first()).toContainText('Show changes');
  await page.keyboard.press('Escape');
  // Without git there is nothing to commit to.
  await find('commit changed');
  await expect(option.filter({ hasText: 'Commit changed files' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await find('nothing like this');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  // As high as what it lists.
  const height = async (): Promise<number> => (await page.getByRole('dialog').boundingBox())?.height ?? Number.NaN;
  await expect.poll(height).toBeLessThan(130);
  await page.keyboard.press('Escape');

  // Opens the other folder in a new window, and this one stays.
  await find('other window');
  const opened = page.context().waitForEvent('page');
  await option.filter({ hasText: 'Open other in a new window' }).click();
  const second = await opened;
  await expect(second.getByRole('button', { name: 'other', exact: true })).toBeVisible();
  await expect(second).toHaveURL(/^[^#]*$/);
  await second.reload();
  await expect(second.getByRole('button', { name: 'other', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'project', exact: true })).toBeVisible();
  await expect(partsOf(page).message).toBeVisible();
});

test('rules, packs, the replay and the report are found by their everyday names', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  // Its letters are in “week” and “audit” too.
  await say(page, 'Why does the audience weep at dusk, keeper?');
  await expect(page.getByText('Done.')).toBeVisible();
  const choose = async (query: string, title: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill(query);
    await expect(page.getByRole('option').first()).toContainText(title);
    await page.keyboard.press('Enter');
  };
  const rules = page.getByRole('region', { name: 'Rules', exact: true });
  await choose('pack', 'Show rule packs');
  await expect(page.getByRole('dialog', { name: 'Rule packs' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('try a call', 'Try a call against the rules');
  await expect(rules.getByRole('textbox', { name: 'Call to try' })).toBeFocused();
  await choose('new rule', 'Write a new rule');
  await expect(rules.getByRole('textbox', { name: 'Rule', exact: true })).toBeFocused();
  await choose('replay', 'Replay with other rules');
  await expect(page.getByRole('region', { name: 'Replay with other rules' })).toBeVisible();
  for (const query of ['audit', 'week', 'touched']) {
    await choose(query, 'Show what agents touched');
    await expect(page.getByRole('dialog', { name: 'What agents touched' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('ControlOrMeta+3');
  await rules.getByRole('button', { name: 'Show what agents touched' }).click();
  await expect(page.getByRole('dialog', { name: 'What agents touched' })).toBeVisible();
});

test('sessions of all projects are found by words in any order, in the palette and in the list', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel({ blocks: [text('Done there.')] }, { blocks: [text('Done here.')] });
  await using _ = server;
  const billing = join(homeDir, 'billing');
  mkdirSync(billing);
  const first = await startHost({ projectDir: billing, env });
  await say(first.page, 'Fix the auth flow');
  await expect(first.page.getByText('Done there.')).toBeVisible();
  await first.stop();
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Tidy the kitchen');
  await expect(page.getByText('Done here.')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+b');
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const row = list.getByRole('button', { name: /^Fix the auth flow/ });
  for (const query of ['flow auth', 'billing auth', 'BILL fix']) {
    await list.getByRole('textbox', { name: 'Filter sessions' }).fill(query);
    await expect(row).toBeVisible();
    await expect(list.getByRole('button', { name: /^Tidy the kitchen/ })).toBeHidden();
  }

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('billing auth');
  await expect(page.getByRole('option').first()).toContainText('Fix the auth flow');
  await expect(page.getByRole('option').first()).toContainText('session in billing');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/Fix the auth flow · billing/);
  await expect(page.getByText('Done there.')).toBeVisible();
});
