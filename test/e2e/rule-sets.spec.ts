import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../main/session/store.ts';
import { bash, PastSessions, rule } from '../support/past-sessions.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, writeFiles } from './host.ts';
import { partsOf, row } from './window.ts';

const once = { type: 'allow_once' } as const;

const PACK = {
  format: 'gatehouse-rule-pack',
  version: 1,
  name: 'Node team',
  description: 'What we agreed on',
  permissions: {
    allow: [{ rule: 'Bash(npm test *)', reason: 'Tests change nothing' }, 'Bash(make)', 'Edit(src'],
    deny: [{ rule: 'Bash(npm publish *)', reason: 'Only the release job publishes' }],
  },
};

/** A session that ended before, and a pack in the repository. */
function recordPast(homeDir: string): string {
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir, { recursive: true });
  writeFiles(projectDir, { '.claude/rule-packs/node.json': JSON.stringify(PACK), '.claude/rule-packs/broken.json': '{' });
  const past = new PastSessions(join(homeDir, '.gatehouse/sessions', projectSlug(projectDir)), projectDir, [rule('Bash(make)')]);
  past.session(bash('npm test', once), bash('npm publish x', once), bash('make'), bash('ls')).close();
  return projectDir;
}

test('replays a session with other rules in the timeline, and shows each difference with its rule', async ({ startHost, homeDir }) => {
  const projectDir = recordPast(homeDir);
  const { page } = await startHost({ projectDir });
  const { timeline } = partsOf(page);
  await expect(row(timeline, 'npm publish x')).toBeVisible();
  await page.getByRole('button', { name: 'Replay with other rules' }).click();
  const bar = page.getByRole('region', { name: 'Replay with other rules' });
  // The rule for make is gone since.
  await expect(bar.getByRole('status')).toContainText('1 now ask');
  await expect(row(timeline, 'make')).toContainText('now asks');
  await expect(row(timeline, 'npm test')).toContainText('asks');

  await bar.getByRole('combobox', { name: 'Rules' }).click();
  await page.getByRole('option', { name: 'Node team' }).click();
  // As many as the pack's effect on past calls says: make asks without the pack.
  await expect(bar.getByRole('status')).toContainText('1 would now be denied');
  await expect(bar.getByRole('status')).toContainText('2 would now run');
  await expect(bar.getByRole('status')).toContainText('1 unchanged');
  await expect(row(timeline, 'npm publish x')).toContainText('now denied');
  await expect(row(timeline, 'npm publish x')).toHaveAttribute('data-differs', 'true');
  await expect(row(timeline, 'ls')).toHaveAttribute('data-differs', 'false');
  await bar.getByRole('button', { name: 'Next difference' }).click();
  await expect(bar).toContainText('At the time it asked; with these rules it would run without asking. Decided by Bash(npm test *)');
  await bar.getByRole('button', { name: 'Next difference' }).click();
  await expect(bar).toContainText(
    'npm publish x At the time it asked; with these rules it would be denied. Decided by Bash(npm publish *)',
  );
  await expectAccessible(page, 'a replay');

  await bar.getByLabel('From a file…').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ permissions: { deny: ['Bash(ls)'] } })),
  });
  await expect(row(timeline, 'ls')).toContainText('now denied');
  await bar.getByLabel('From a file…').setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{') });
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The file could not be used');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The file is not valid JSON.');
  await bar.getByRole('button', { name: 'End the replay' }).click();
  await expect(row(timeline, 'ls')).toContainText('read-only');
});

test('shows what a pack would change before its rules are added, and one undo takes them back', async ({ startHost, homeDir }) => {
  const projectDir = recordPast(homeDir);
  const { page } = await startHost({ projectDir });
  const local = join(projectDir, '.claude/settings.local.json');
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await expect(pane.getByText('No rules yet')).toBeVisible();
  await pane.getByRole('button', { name: 'Packs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rule packs' });
  await expect(dialog.getByRole('button', { name: 'broken.json' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Node team' }).click();
  await expect(dialog.getByRole('region', { name: 'Denies' })).toContainText('Only the release job publishes');
  await expect(dialog.getByRole('checkbox', { name: 'Edit(src not a rule' })).toBeDisabled();
  const effect = dialog.getByRole('region', { name: 'On past calls' });
  await expect(effect).toContainText('Of the last 4 calls: 2 would run without asking, 1 would be denied.');
  await dialog.getByRole('checkbox', { name: 'Bash(make) new' }).uncheck();
  await expect(effect).toContainText('1 would run without asking, 1 would be denied.');
  await expectAccessible(page, 'a rule pack');
  expect(existsSync(local)).toBe(false);
  await dialog.getByRole('button', { name: 'Add 2 rules' }).click();
  await expect(dialog).toHaveCount(0);
  const rules = () => (JSON.parse(readFileSync(local, 'utf8')) as { permissions: unknown }).permissions;
  expect(rules()).toEqual({ deny: ['Bash(npm publish *)'], allow: ['Bash(npm test *)'] });
  await page.getByRole('dialog', { name: '2 rules added from Node team' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(rules).toEqual({ deny: [], allow: [] });
});

test('exports the rules in force as a pack, which is read back', async ({ startHost, homeDir }) => {
  const projectDir = recordPast(homeDir);
  writeFileSync(join(projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { allow: ['Bash(make)'] } }));
  const { page } = await startHost({ projectDir });
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await pane.getByRole('button', { name: 'Packs' }).click();
  await page.getByRole('button', { name: 'Export rules…' }).click();
  const form = page.getByRole('form', { name: 'Export rules' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Ours');
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Save pack' }).click();
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'Ours', permissions: { allow: ['Bash(make)'] } });
  await pane.getByRole('button', { name: 'Packs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rule packs' });
  await dialog.getByLabel('Choose a file…', { exact: true }).last().setInputFiles(file);
  await expect(dialog.getByRole('checkbox', { name: 'Bash(make) already there' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Add 0 rules' })).toBeDisabled();
});
