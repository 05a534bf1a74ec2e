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
