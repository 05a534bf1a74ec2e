import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { fakeEditor } from './fake-editor.ts';
import { expect, test } from './host.ts';
import { clickFirstLink } from './terminal-link.ts';
import { partsOf, row, say, startModel } from './window.ts';

const CHECK = '"$CLAUDE_PROJECT_DIR"/hooks/check.sh --quick';
const SETTINGS = JSON.stringify({
  permissions: { allow: ['Bash(printf *)'] },
  hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: CHECK }] }] },
});

test('file names open in the editor: in messages, answers, cards, timeline, effects, hooks, terminals and rules', async ({
  startHost,
  homeDir,
}) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('r1', 'Read', { file_path: 'src/app.ts' }),
        toolUse('b1', 'Bash', { command: 'printf "src/app.ts:3:1 - error, none/such.ts\\n"' }),
      ],
    },
    { blocks: [text('It is in `src/app.ts:2`, not in `none.ts` or `npm test`.')] },
  );
  await using _ = server;
  const editor = fakeEditor(homeDir);
  const files = { 'src/app.ts': 'one\ntwo\nthree\n', '.claude/settings.json': SETTINGS, 'hooks/check.sh': 'exit 0\n' };
  const { page, projectDir } = await startHost({ files, env: { ...env, ...editor.env } });
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  const opens = (place: string): Promise<void> => editor.expectOpened(join(projectDir, place));
  await say(page, 'Where is it? Look at @src/app.ts#L3 and @nobody');
  const link = page.getByRole('button', { name: 'src/app.ts:2' });
  await link.click();
  await opens('src/app.ts:2:1');
  for (const other of ['none.ts', 'npm test']) await expect(page.locator('code', { hasText: other }).getByRole('button')).toHaveCount(0);

  const message = page.getByRole('article', { name: 'You' });
  await message.getByRole('button', { name: '@src/app.ts#L3' }).click();
  await opens('src/app.ts:3:1');
  await expect(message.getByRole('button', { name: '@nobody' })).toHaveCount(0);

  const card = page.getByRole('button', { name: 'Open src/app.ts in your editor' });
  await card.first().click();
  await opens('src/app.ts:1:1');

  const { timeline } = partsOf(page);
  await row(timeline, 'src/app.ts').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('button', { name: 'src/app.ts' }).first()).toBeVisible();
  const effects = inspector.getByRole('region', { name: 'Why?' }).getByText('Does').getByRole('button');
  await effects.click();
  await opens('src/app.ts:1:1');
  const hooks = inspector.getByRole('region', { name: 'Hooks' });
  await hooks.getByRole('button', { name: /check\.sh/ }).click();
  await opens('hooks/check.sh:1:1');
  await hooks.getByRole('button', { name: '.claude/settings.json' }).click();
  await opens('.claude/settings.json:1:1');
  await timeline.focus();
  await page.keyboard.press('o');
  await opens('src/app.ts:1:1');

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+2');
  const screen = page.locator('.xterm');
  await expect(screen).toContainText('src/app.ts:3:1');
  await clickFirstLink(screen);
  await opens('src/app.ts:3:1');

  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: 'settings.json:1' }).click();
  await opens('.claude/settings.json:1:1');
});
