import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('an edit can be allowed with its folder for the session, on the card itself', async ({ startHost }) => {
  const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });
  const { server, env } = await startModel(
    { blocks: [write('w1', 'src/one.txt')] },
    { blocks: [write('w2', 'src/deep/two.txt')] },
    { blocks: [write('w3', 'docs/three.txt')] },
    { blocks: [text('Three written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Write three files');
  const widths = queue.getByRole('group', { name: 'For this session:' });
  const folder = widths.getByRole('button', { name: 'All in src/' });
  await expect(folder).toBeEnabled();
  await expect(folder).toHaveAttribute('title', 'Edit(src/**)');
  await folder.click();
  // The second file in the folder isn't asked about, the one elsewhere is.
  await expect(queue.getByRole('group', { name: 'The agent wants to create docs/three.txt' })).toBeVisible();
  expect(existsSync(join(projectDir, 'src/deep/two.txt'))).toBe(true);
  const all = widths.getByRole('button', { name: 'All edits' });
  await expect(all).toBeEnabled();
  // All see what else the mode lets run, also without a mouse.
  const besides = widths.getByText('also lets rm, mv and sed -i run in the working directories without asking');
  await expect(besides).toHaveText(/even on ignored files that no checkpoint covers$/u);
  await page.setViewportSize({ width: 1280, height: 800 });
  const line = await besides.evaluate((element) => element.getClientRects().length === 1 && element.getBoundingClientRect().height < 24);
  expect(line).toBe(true);
  await page.screenshot({ path: test.info().outputPath('all-edits.png') });
  await expect(all).toHaveAccessibleDescription(/mv and sed/u);
  await all.click();
  await expect(page.getByText('Three written.')).toBeVisible();
  const mode = page.getByRole('combobox', { name: 'Permission mode' });
  await expect(mode).toContainText('Accept edits');
  const notice = page.getByRole('dialog').filter({ hasText: 'Mode: Accept edits' });
  await expect(notice).toContainText(
    'Edits in the working directories run without asking, as do rm, mv, cp, mkdir, touch, rmdir, sed -i and redirections',
  );
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(mode).toContainText('Ask');
  await expect(notice).toBeHidden();
  // So does a change in the menu; a narrower mode takes the notice away.
  await mode.click();
  await page.getByRole('option', { name: /^Accept edits/u }).click();
  await expect(notice).toBeVisible();
  await mode.click();
  await page.getByRole('option', { name: /^Plan/u }).click();
  await expect(mode).toContainText('Plan');
  await expect(notice).toBeHidden();
});
