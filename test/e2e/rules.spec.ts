import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { projectSlug } from '../../main/session/store.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { bash, PastSessions, type MadeCall } from '../support/past-sessions.ts';
import { holdCommand } from './connection.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { row, partsOf, say, startModel } from './window.ts';

const once = { type: 'allow_once' } as const;

async function openRules(page: Page, { untrusted = false } = {}) {
  // The trust page comes first.
  if (untrusted) await page.getByRole('button', { name: 'Open without trusting' }).click();
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  return {
    pane,
    grid: pane.getByRole('grid'),
    rule: (name: string) => pane.getByRole('row').filter({ hasText: name }),
    field: pane.getByRole('textbox', { name: 'Rule', exact: true }),
  };
}

/** Sessions that ended before this one, in the host's state folder. */
function recordPast(homeDir: string, calls: readonly MadeCall[]): string {
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir, { recursive: true });
  new PastSessions(join(homeDir, '.gatehouse/sessions', projectSlug(projectDir)), projectDir).session(...calls).close();
  return projectDir;
}

function settingsOf(projectDir: string, name = 'settings.local.json'): { permissions?: Record<string, string[]>; gatehouse?: unknown } {
  const file = join(projectDir, '.claude', name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
}

test('rules are listed with their source; added, edited, disabled, deleted and restored by keyboard alone', async ({ startHost }) => {
  const settings = { permissions: { deny: ['Read(./.env)'] }, other: { kept: true } };
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': JSON.stringify(settings, null, 2) } });
  const { pane, grid, rule, field } = await openRules(page, { untrusted: true });
  await expect(rule('Read(./.env)')).toContainText('settings.json:4');

  await grid.focus();
  await page.keyboard.press('n');
  await expect(field).toBeFocused();
  await page.keyboard.type('Bash(git push *)');
  await page.keyboard.press('Enter');
  await expect(rule('Bash(git push *)')).toBeVisible();
  expect(settingsOf(projectDir)).toEqual({ permissions: { allow: ['Bash(git push *)'] } });

  // The list takes focus on the saved rule.
  await expect(grid).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('e');
  await expect(field).toHaveValue('Bash(git push *)');
  // What is unfinished can't be saved, and is called a mistake once the field is left.
  await field.fill('Bash(git push');
  await expect(pane.getByRole('button', { name: 'Save rule' })).toBeDisabled();
  await field.blur();
  await expect(pane.getByText('the closing parenthesis is missing')).toBeVisible();
  await field.fill('Bash(git push origin *)');
  await page.keyboard.press('Enter');
  await expect.poll(() => settingsOf(projectDir).permissions?.['allow']).toEqual(['Bash(git push origin *)']);

  await expect(rule('Bash(git push origin *)')).toBeVisible();
  await expect(grid).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('x');
  await expect(rule('Bash(git push origin *)')).toContainText('off');
  expect(settingsOf(projectDir)).toEqual({
    permissions: { allow: [] },
    gatehouse: { disabledRules: { allow: ['Bash(git push origin *)'] } },
  });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => settingsOf(projectDir)).toEqual({ permissions: { allow: ['Bash(git push origin *)'] } });

  await expect(rule('Bash(git push origin *)')).not.toContainText('off');
  await page.keyboard.press('Delete');
  await expect(rule('Bash(git push origin *)')).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(rule('Bash(git push origin *)')).toBeVisible();
  expect(settingsOf(projectDir, 'settings.json')).toEqual(settings);
  await expect(pane.getByRole('alert')).toHaveCount(0);
});

test('a rule that is switched off keeps its place and stays selected while the list is open', async ({ startHost }) => {
  const allow = Array.from({ length: 40 }, (_, index) => `Bash(make t${index})`);
  const { page } = await startHost({ files: { '.claude/settings.local.json': JSON.stringify({ permissions: { allow } }) } });
  await page.setViewportSize({ width: 1280, height: 700 });
  const { rule, grid } = await openRules(page);
  const second = rule('Bash(make t1)');
  await second.click();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Rule turned off: Bash(make t1)' })).toBeVisible();
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(second).toHaveAttribute('aria-rowindex', '3');
  await expect(second).toContainText('off');
  await expect(grid).toBeFocused();
  await page.keyboard.press('x');
  await expect(second).not.toContainText('off');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(second).toHaveAttribute('aria-rowindex', '3');
  await rule('Bash(make t3)').click();
  await page.keyboard.press('x');
  await expect(rule('Bash(make t3)')).toHaveAttribute('aria-rowindex', '5');
  await rule('Bash(make t0)').click();
  await page.keyboard.press('x');
  await expect(rule('Bash(make t0)')).toHaveAttribute('aria-rowindex', '2');
  await expect(rule('Bash(make t3)')).toHaveAttribute('aria-rowindex', '5');
  // Opened again, the list has the rules without effect last.
  await page.reload();
  await openRules(page);
  await expect(rule('Bash(make t4)')).toBeVisible();
  await grid.press('End');
  await expect(rule('Bash(make t0)')).toHaveAttribute('aria-rowindex', '41');
});

test('a rule moves to another file and list, and back by the undo of the toast and of the list', async ({ startHost, homeDir }) => {
  const { page, projectDir } = await startHost({
    files: { '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Bash(make)'] } }) },
  });
  const { grid, rule } = await openRules(page);
  const menu = () => rule('Bash(make)').getByRole('button', { name: 'More for rule Bash(make)' }).click();
  await menu();
  await page.getByRole('menuitem', { name: 'All my projects' }).click();
  // It is written to one file before it is removed from the other.
  await expect(rule('Bash(make)').filter({ hasText: 'All my projects' })).toBeVisible();
  await expect(rule('Bash(make)')).toHaveCount(1);
  expect(settingsOf(projectDir)).toEqual({ permissions: { allow: [] } });
  await menu();
  await page.getByRole('menuitem', { name: 'Deny', exact: true }).click();
  await expect.poll(() => settingsOf(homeDir, 'settings.json').permissions).toEqual({ allow: [], deny: ['Bash(make)'] });
  const toast = page.getByRole('dialog', { name: 'Rule changed: Bash(make)' });
  // At the position of the previous one.
  await expect(toast).toContainText('Deny: All my projects');
  await expect(toast).toHaveCount(1);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => settingsOf(homeDir, 'settings.json').permissions).toEqual({ allow: ['Bash(make)'] });
  await expect(page.getByRole('dialog')).toHaveText([/^Rule changed back: /]);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await grid.press('ControlOrMeta+z');
  await expect.poll(() => settingsOf(projectDir).permissions).toEqual({ allow: ['Bash(make)'] });
});

test('tests a draft rule against past calls and a made-up one, and suggests rules for frequent approvals', async ({
  startHost,
  homeDir,
}) => {
  const projectDir = recordPast(homeDir, [
    bash('npm test', once),
    bash('npm test -- a', once),
    bash('npm test -- b', once),
    bash('rm -rf dist'),
  ]);
  const { page } = await startHost({ projectDir });
  const { pane, field } = await openRules(page);
  await expect(pane.getByText('You allowed npm test -- b and similar calls 3 times.')).toBeVisible();
  await pane.getByRole('button', { name: 'Make it a rule' }).click();
  await expect(field).toHaveValue('Bash(npm test *)');
  const past = pane.getByRole('region', { name: 'On past calls' });
  await expect(past.getByRole('definition').first()).toHaveText('3');
  await expect(past).toContainText('Would have decided 3 of the last 4 calls: 75% of all commands.');

  await pane.getByRole('textbox', { name: 'Call to try' }).fill('npm test && rm -rf ~');
  const tried = pane.getByRole('region', { name: 'Try a call' });
  await expect(tried.getByText('With the draft:', { exact: true })).toBeVisible();
  await expect(tried.getByText('Runs', { exact: true })).toHaveCount(0);
  // What the draft doesn't change is said once.
  await pane.getByRole('textbox', { name: 'Call to try' }).fill('git stash && git pull');
  await expect(tried.getByText('Now and with the draft:')).toBeVisible();
  await expect(tried.getByText('Asks', { exact: true })).toHaveCount(1);
  await pane.getByRole('textbox', { name: 'Call to try' }).fill('npm test -- x');
  await expect(tried.getByText('Runs', { exact: true })).toBeVisible();

  await field.press('Enter');
  await expect(pane.getByText('You allowed')).toHaveCount(0);
  expect(settingsOf(projectDir)).toEqual({ permissions: { allow: ['Bash(npm test *)'] } });
  await expectNoViolation(page, '[data-rules]');
});

test('a rule that is started while another is being saved stays open', async ({ startHost, page }) => {
  const changes = await holdCommand(page, 'rules.change');
  const { url } = await startHost({ files: {}, noPage: true });
  await page.goto(url);
  const { pane, field, rule } = await openRules(page);
  await pane.getByRole('button', { name: 'New rule' }).click();
  await field.fill('Bash(one)');
  await changes.hold();
  await field.press('Enter');
  await pane.getByRole('button', { name: 'New rule' }).click();
  await expect(field).toHaveValue('');
  await field.fill('Bash(two)');
  changes.release();
  await expect(rule('Bash(one)')).toBeVisible();
  await expect(page.getByText('Rule added: Bash(one)')).toBeVisible();
  await expect(field).toHaveValue('Bash(two)');
  await expect(field).toBeFocused();
});

test('a tried command names the rule that matches each of its parts', async ({ startHost }) => {
  const permissions = { ask: ['Bash(git push *)'], allow: ['Bash(node --test *)'] };
  const { page } = await startHost({ files: { '.claude/settings.local.json': JSON.stringify({ permissions }) } });
  const { pane } = await openRules(page);
  await pane.getByRole('textbox', { name: 'Call to try' }).fill('git push && node --test');
  const parts = pane.getByRole('list', { name: 'Parts of the command' }).getByRole('listitem');
  await expect(parts).toContainText(['git push Matched by Bash(git push *).', 'node --test Covered by Bash(node --test *).']);
});

test('shows changes by other programs, and keeps the draft of a changed rule', async ({ startHost }) => {
  const { page, projectDir } = await startHost({
    files: { '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Bash(make)'] } }) },
  });
  const { grid, field, pane, rule } = await openRules(page);
  await expect(rule('Bash(make)')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Enter');
  await field.fill('Bash(make all)');
  writeFileSync(join(projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { allow: ['Bash(cargo test)'] } }));
  await expect(rule('Bash(cargo test)')).toBeVisible();
  await expect(pane.getByRole('alert')).toContainText('changed elsewhere');
  await expect(field).toHaveValue('Bash(make all)');
  await field.press('Enter');
  await expect.poll(() => settingsOf(projectDir).permissions?.['allow']).toEqual(['Bash(cargo test)', 'Bash(make all)']);
});

test('reports a malformed file with its line, and renders only a few of ten thousand rules', async ({ startHost }) => {
  const allow = Array.from({ length: 10_000 }, (_, index) => `Bash(tool${index} --flag *)`);
  const { page } = await startHost({
    files: {
      '.claude/settings.json': '{\n  "permissions": {\n    "deny": ["A"\n    "allow": []\n  }\n}\n',
      '.claude/settings.local.json': JSON.stringify({ permissions: { allow } }),
    },
  });
  const { pane, grid, rule } = await openRules(page, { untrusted: true });
  await expect(pane.getByRole('alert')).toContainText('Line 4');
  await expect(rule('Bash(tool0 --flag *)')).toBeVisible();
  expect(await pane.getByRole('row').count()).toBeLessThan(60);
  await grid.focus();
  await page.keyboard.press('End');
  await expect(rule('Bash(tool9999 --flag *)')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('tool777 ');
  await expect(rule('Bash(tool777 --flag *)')).toBeVisible();
});

test('creates a rule from a call in the inspector, and links from a decision to its rule', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('c1', 'Bash', { command: 'touch made.txt' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({
    files: { '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['Bash(touch made.txt)'] } }) },
    env,
  });
  await say(page, 'touch it');
  await expect(page.getByText('Done.')).toBeVisible();
  await row(partsOf(page).timeline, 'touch made.txt').click();
  await page.getByRole('button', { name: 'Make a rule from this' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
  await expect(field).toHaveValue('Bash(touch made.txt)');
  await expect(pane.getByText('From the call')).toBeVisible();
  await expect(pane.getByRole('region', { name: 'On past calls' })).toContainText('the last 1 of this project');
  await pane.getByRole('group', { name: 'What the rule does' }).getByText('Deny').click();
  await expect(pane.getByRole('region', { name: 'On past calls' })).toContainText('would now be denied');
  await field.press('Enter');
  await expect.poll(() => settingsOf(projectDir).permissions).toEqual({ allow: ['Bash(touch made.txt)'], deny: ['Bash(touch made.txt)'] });
  // The rule that decided is still at its position, and the list marks it as redundant.
  await expect(pane.getByRole('row').filter({ hasText: 'shadowed' })).toHaveCount(1);
});

test('a repository’s deny rule applies before the folder is trusted', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'secret.txt' })] },
    { blocks: [text('As you like.')] },
  );
  await using _ = server;
  const { page } = await startHost({
    files: { 'secret.txt': 'hidden\n', '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Read(secret.txt)'] } }) },
    env,
  });
  await say(page, 'read it');
  await expect(page.getByText('As you like.')).toBeVisible();
  await expect(row(partsOf(page).timeline, 'secret.txt')).toHaveAttribute('data-state', 'denied');
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('hidden');
});
