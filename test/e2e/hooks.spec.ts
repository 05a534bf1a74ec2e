import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const settings = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'command', command: 'grep -q deploy && { echo "deploy only from the pipeline" >&2; exit 2; }; exit 0' },
          {
            type: 'command',
            command: 'until [ -e seen ]; do sleep 0.1; done; echo "checked by the formatter"',
            statusMessage: 'Checking the deployment',
          },
          { type: 'command', command: 'node ./no-such-check.js', timeout: 20 },
        ],
      },
    ],
  },
};

test('the inspector shows which hooks ran for a call and what they returned', async ({ startHost }, info) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'npm run deploy' })] },
    { blocks: [text('Then not.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { '.claude/settings.local.json': JSON.stringify(settings) }, env });
  const { timeline } = partsOf(page);
  await say(page, 'deploy it');
  await expect(page.getByText('Checking the deployment')).toBeVisible();
  await page.screenshot({ path: info.outputPath('waiting.png') });
  writeFileSync(join(projectDir, 'seen'), '');
  await expect(page.getByText('Then not.')).toBeVisible();
  await expect(row(timeline, 'npm run deploy')).toHaveAttribute('data-state', 'denied');
  await row(timeline, 'npm run deploy').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const hooks = inspector.getByRole('region', { name: 'Hooks' });
  await expect(hooks.getByRole('listitem')).toHaveCount(3);
  const blocking = hooks.getByRole('listitem').filter({ hasText: 'blocked' });
  await expect(blocking).toContainText('deploy only from the pipeline');
  await expect(blocking).toContainText('exit code 2');
  await expect(hooks.getByRole('listitem').filter({ hasText: 'failed' })).toContainText('no-such-check.js');
  await expect(inspector.getByRole('region', { name: 'Why?' })).toContainText('A hook denied this call: deploy only from the pipeline');
  await hooks.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('hooks.png') });
});

test('a hook that could not run is reported in the conversation, once for all its calls', async ({ startHost }, info) => {
  const failing = {
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', command: 'printf "%s\\n" one two three "the fourth line" >&2; no-such-guard --check' }] }],
    },
  };
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [toolUse('r2', 'Read', { file_path: 'a.txt' })] },
    { blocks: [text('Read it.')] },
  );
  await using _ = server;
  const { page } = await startHost({
    files: { 'a.txt': 'hello', '.claude/settings.local.json': JSON.stringify(failing) },
    env,
  });
  await say(page, 'read it');
  await expect(page.getByText('Read it.')).toBeVisible();
  const failed = page.getByRole('group', { name: 'Failed hook' });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('PreToolUse hook');
  await expect(failed).toContainText('exit code 127');
  await expect(failed).toContainText('(2 times)');
  await expect(failed.getByText('no-such-guard: command not found')).toBeHidden();
  await failed.getByText('Details').click();
  await expect(failed.getByText('no-such-guard: command not found')).toBeVisible();
  await expect(failed).toContainText('settings.local.json');
  await failed.scrollIntoViewIfNeeded();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('failed.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 720, height: 700 });
  await failed.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('failed-light.png') });
  await failed.getByRole('button', { name: 'Show call' }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('region', { name: 'Hooks' })).toBeVisible();
});
