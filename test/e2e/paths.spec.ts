import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(printf *)'] } });

test('names of files open in the editor: in the conversation, on cards, from the timeline, in terminals, of rules', async ({
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
  const opened = join(homeDir, 'opened');
  const bin = join(homeDir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'code'), `#!/bin/sh\nprintf '%s ' "$@" > ${opened}\n`);
  chmodSync(join(bin, 'code'), 0o755);
  const PATH = `${bin}:${process.env['PATH']}`;
  const files = { 'src/app.ts': 'one\ntwo\nthree\n', '.claude/settings.json': SETTINGS };
  const { page, projectDir } = await startHost({ files, env: { ...env, PATH, DISPLAY: ':0', SHLVL: '1' } });
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  const opens = async (place: string): Promise<void> => {
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`-g ${join(projectDir, place)} `);
    writeFileSync(opened, '');
  };
  await say(page, 'Where is it?');
  const link = page.getByRole('button', { name: 'src/app.ts:2' });
  await link.click();
  await opens('src/app.ts:2:1');
  for (const other of ['none.ts', 'npm test']) await expect(page.locator('code', { hasText: other }).getByRole('button')).toHaveCount(0);

  const card = page.getByRole('button', { name: 'Open src/app.ts in your editor' });
  await card.first().click();
  await opens('src/app.ts:1:1');

  const { timeline } = partsOf(page);
  await row(timeline, 'src/app.ts').click();
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'src/app.ts' }).first()).toBeVisible();
  await timeline.focus();
  await page.keyboard.press('o');
  await opens('src/app.ts:1:1');

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+2');
  const screen = page.locator('.xterm');
  await expect(screen).toContainText('src/app.ts:3:1');
  const box = await screen.locator('.xterm-rows > div').first().boundingBox();
  if (!box) throw new Error('no line is drawn');
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 });
  // The name becomes a link once the file is known to be there.
  await expect(page.locator('.xterm.xterm-cursor-pointer, .xterm-cursor-pointer')).toHaveCount(1);
  await page.mouse.down();
  await page.mouse.up();
  await opens('src/app.ts:3:1');

  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: 'settings.json:1' }).click();
  await opens('.claude/settings.json:1:1');
});
