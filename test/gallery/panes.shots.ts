import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { projectSlug } from '../../main/session/store.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { bash, PastSessions } from '../support/past-sessions.ts';
import { expect, test, writeFiles } from '../e2e/host.ts';
import { partsOf, say, startModel } from '../e2e/window.ts';
import { shoot } from './shoot.ts';

async function open(page: Page, command: string, dialog: string) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill(command);
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: dialog, exact: true });
  await expect(opened).toBeVisible();
  return opened;
}

test('the tasks of a session, and questions to answer', async ({ startHost }) => {
  const created = (id: string, subject: string, description = '') =>
    toolUse(id, 'TaskCreate', { subject, description, activeForm: `Working on: ${subject}` });
  const updated = (id: string, taskId: string, more: object) => toolUse(id, 'TaskUpdate', { taskId, ...more });
  const option = (label: string, description: string) => ({ label, description });
  const questions = [
    {
      question: 'Where should the heights be kept?',
      header: 'Storage',
      options: [
        option('SQLite', 'One file beside the app; nothing to run.'),
        option('Postgres', 'A server, which the harbour office runs already.'),
        option('Plain files', 'One JSON file for each port, as now.'),
      ],
      multiSelect: false,
    },
    {
      question: 'Which checks must pass before it is done?',
      header: 'Checks',
      options: [
        option('Types', 'tsc without errors'),
        option('Tests', 'npm test'),
        option('Almanac', 'The heights of 2025, to the centimetre'),
      ],
      multiSelect: true,
    },
  ];
  const { server, env } = await startModel(
    {
      blocks: [
        text('I keep a list of what is to be done.'),
        created('c1', 'Find why the heights differ from the almanac', 'npm test names the ports.'),
        created('c2', 'Cut days in UTC', 'startOfDay uses the local fields.'),
        created('c3', 'Choose where the heights are kept'),
        created('c4', 'Run all tests'),
        created('c5', 'Write the change log'),
        updated('u1', '4', { addBlockedBy: ['2', '3'] }),
        updated('u2', '1', { status: 'completed' }),
        updated('u3', '2', { status: 'in_progress', owner: 'day-boundaries' }),
      ],
    },
    { blocks: [text('Before I go on, two questions.'), toolUse('q1', 'AskUserQuestion', { questions })] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'readme.md': 'hello\n' }, env });
  await say(page, 'Make the heights agree with the almanac');
  const form = page.getByRole('region', { name: 'Questions for you' });
  await expect(form).toBeVisible();
  await page.keyboard.press('ControlOrMeta+5');
  await expect(page.getByRole('region', { name: 'Tasks', exact: true })).toContainText('1 of 5 done');
  await form.getByRole('radio', { name: /SQLite/ }).check();
  await shoot(page, '56-tasks-and-questions');
});

test('a rule pack before it is added', async ({ startHost, homeDir }) => {
  const once = { type: 'allow_once' } as const;
  const permissions = {
    allow: [
      { rule: 'Bash(npm test *)', reason: 'Tests change nothing' },
      { rule: 'Bash(npm run lint *)', reason: 'It only reads' },
    ],
    ask: [{ rule: 'Bash(git push *)', reason: 'Others see it at once' }],
    deny: [{ rule: 'Bash(npm publish *)', reason: 'Only the release job publishes' }],
  };
  const pack = { format: 'gatehouse-rule-pack', version: 1, name: 'Node team', description: 'What we agreed on', permissions };
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir);
  writeFiles(projectDir, { '.claude/rule-packs/node.json': JSON.stringify(pack) });
  const past = new PastSessions(join(homeDir, '.gatehouse/sessions', projectSlug(projectDir)), projectDir);
  past.session(bash('npm test', once), bash('npm run lint', once), bash('npm publish', once), bash('make'), bash('ls')).close();
  const { page } = await startHost({ projectDir });
  await page.getByRole('button', { name: 'Show rules' }).click();
  await page.getByRole('region', { name: 'Rules', exact: true }).getByRole('button', { name: 'Packs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rule packs' });
  await dialog.getByRole('button', { name: 'Node team' }).click();
  await expect(dialog.getByRole('region', { name: 'On past calls' })).toContainText('Of the last');
  await shoot(page, '57-rule-pack');
});

test('the report on agents, usage and cost, the keyboard, and restoring and exporting', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('w1', 'Write', { file_path: 'src/tide.ts', content: 'export const tide = 2;\n' }),
        toolUse('w2', 'Write', { file_path: 'docs/tides.md', content: '# Tides\n' }),
        toolUse('r1', 'Read', { file_path: 'package.json' }),
        toolUse('b1', 'Bash', { command: 'npm test' }),
        toolUse('b2', 'Bash', { command: 'git push --token=tok_12345678' }),
      ],
      usage: { input_tokens: 42_000, output_tokens: 2300, cache_read_input_tokens: 18_000 },
    },
    { blocks: [text('The tables are written. Pushing is left to you.')], usage: { input_tokens: 900, cache_read_input_tokens: 60_000 } },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(./**)', 'Bash(npm test *)'], deny: ['Bash(git push *)'] } });
  const packageJson = JSON.stringify({ scripts: { test: 'echo all tests pass' } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings, 'package.json': packageJson }, env });
  await say(page, 'Write the tide tables');
  await expect(page.getByText('left to you.')).toBeVisible();
  await expect(partsOf(page).stop).toBeHidden();
  const report = await open(page, 'Show what agents', 'What agents touched');
  await expect(report.getByRole('region', { name: 'Denied calls' })).toContainText('git push');
  await shoot(page, '58-report');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Usage and cost/ }).click();
  await expect(page.getByRole('dialog', { name: 'Usage and cost' }).getByRole('region', { name: 'Context' })).toBeVisible();
  await shoot(page, '59-usage');
  await page.keyboard.press('Escape');
  await open(page, 'Show keyboard shortcuts', 'Keyboard shortcuts');
  await shoot(page, '60-shortcuts');
  await page.keyboard.press('Escape');
  await open(page, 'Export the timeline', 'Export the timeline');
  await shoot(page, '61-export');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('navigation', { name: 'Sections of settings' }).getByRole('button', { name: 'Keyboard' }).click();
  await expect(page.getByRole('heading', { name: 'Keyboard', level: 3 })).toBeFocused();
  await shoot(page, '62-settings-keyboard');
});
