import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`a tried call shows both answers where they are seen together (${viewport.width}×${viewport.height})`, async ({ startHost }) => {
    const { page } = await startHost({
      files: { '.claude/settings.local.json': JSON.stringify({ permissions: { ask: ['Bash(git push *)'], deny: ['Read(./.env)'] } }) },
    });
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Show rules' }).click();
    const pane = page.getByRole('region', { name: 'Rules', exact: true });
    await pane.getByRole('button', { name: 'New rule' }).click();
    await pane.getByRole('textbox', { name: 'Rule', exact: true }).fill('Bash(npm run *)');
    const call = pane.getByRole('textbox', { name: 'Call to try' });
    await call.fill('npm run clean && git push --force origin main');
    for (const said of [pane.getByText('With the draft:'), pane.getByText('Now:')]) await expect(said).toBeInViewport();
    await expect(call).toBeInViewport();
  });

test('says why a session rule can’t be switched off', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a' }, env });
  await say(page, 'hello');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await pane.getByRole('button', { name: 'New rule' }).click();
  await pane.getByRole('combobox', { name: 'Saved in' }).click();
  await page.getByRole('option', { name: 'This session' }).click();
  const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
  await field.fill('Bash(npm test *)');
  await field.press('Enter');
  await expect(pane.getByRole('grid')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('A session rule can’t be turned off. Delete it: it ends with the session anyway.')).toBeVisible();
});
