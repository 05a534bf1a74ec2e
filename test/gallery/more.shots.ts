import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from '../e2e/host.ts';
import { answerWithKey, partsOf, row, say, startModel } from '../e2e/window.ts';
import { storeLongSession } from './long-session.ts';
import { shoot } from './shoot.ts';

test('the user’s shell, and the model picker', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'ls -la' })] }, { blocks: [text('Two files.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'tides.ts': '', 'moon.ts': '' }, env });
  await say(page, 'What is here?');
  await expect(page.getByText('Two files.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+t');
  const screen = page.getByRole('region', { name: 'Terminals' }).locator('.xterm');
  await expect(page.getByRole('textbox', { name: 'Terminal: Yours: bash' })).toBeFocused();
  await page.keyboard.type('wc -c *.ts && echo "just looking"');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('just looking');
  await shoot(page, '34-own-shell');
  await page.keyboard.press('ControlOrMeta+1');
  await partsOf(page).message.focus();
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(page.getByRole('dialog', { name: 'Model' }).getByRole('option').first()).toBeVisible();
  await shoot(page, '35-model-picker');
});

test('ten thousand calls', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel();
  await using _ = server;
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir);
  storeLongSession(join(homeDir, '.gatehouse'), projectDir, 10_000);
  const { page } = await startHost({ projectDir, env });
  await page.getByRole('button', { name: /^Fix the tide tables/ }).click();
  const { timeline } = partsOf(page);
  await expect(row(timeline, 'npm test')).toBeVisible();
  // Up to where the last turn begins.
  await timeline.hover();
  await page.mouse.wheel(0, -10_880);
  await expect(timeline.getByRole('row', { name: /Check the/ }).last()).toBeInViewport();
  await row(timeline, 'npm test').click();
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await shoot(page, '36-ten-thousand-calls');
});

test('several projects, and adding the folder that an ask concerns', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: '../charts/2027.txt', content: 'spring tide\n' })] },
    { blocks: [text('The chart is written.')] },
  );
  await using _ = server;
  for (const name of ['charts', 'harbour', 'a-project-with-quite-a-long-name-that-has-to-fit-somehow']) {
    mkdirSync(join(homeDir, name));
    await (await startHost({ projectDir: join(homeDir, name), env })).stop();
  }
  const { page } = await startHost({ files: { 'tides.ts': '' }, env });
  await say(page, 'Write the chart for 2027');
  const { queue } = partsOf(page);
  await expect(queue.getByRole('button', { name: 'Allow and add folder' })).toBeEnabled();
  await answerWithKey(page, 'Shift+A');
  await expect(queue.getByRole('textbox', { name: 'Folder' })).toBeFocused();
  await shoot(page, '37-add-folder');
  await queue.getByRole('button', { name: 'Add folder and allow' }).click();
  await expect(page.getByText('The chart is written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('navigation', { name: 'Sections of settings' }).getByRole('button', { name: 'Working directories' }).click();
  await expect(page.getByText('until the session ends')).toBeInViewport();
  await shoot(page, '38-working-directories');
  await page.keyboard.press('ControlOrMeta+1');
  await page.getByRole('button', { name: 'project', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /harbour/ })).toBeVisible();
  await shoot(page, '39-projects');
});
