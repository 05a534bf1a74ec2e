import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('a project’s sessions fold, also after a reload, and its heading starts a session in it', async ({ startHost, homeDir, page }) => {
  const { server, env } = await startModel({ blocks: [text('Pears are ripe.')] }, { blocks: [text('Plums are ripe.')] });
  await using _ = server;
  const first = await startHost({ files: {}, env });
  await say(page, 'Look at the pears');
  await expect(page.getByText('Pears are ripe.')).toBeVisible();
  await first.stop();

  const orchard = join(homeDir, 'orchard');
  mkdirSync(orchard);
  await startHost({ projectDir: orchard, env });
  await say(page, 'Look at the plums');
  await expect(page.getByText('Plums are ripe.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const elsewhere = list.getByRole('region', { name: 'project' });
  const pears = elsewhere.getByRole('button', { name: /^Look at the pears/ });
  const fold = elsewhere.getByRole('button', { name: 'Sessions of this project' });
  await expect(pears).toBeVisible();
  // All of the line folds it.
  await elsewhere.getByRole('heading', { name: 'project' }).click({ force: true });
  await expect(pears).toBeHidden();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(elsewhere).toContainText('1');

  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  // A filter finds in it too.
  await list.getByRole('textbox', { name: 'Filter sessions' }).fill('pears');
  await expect(pears).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pears).toBeHidden();

  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(pears).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Start a session here' }).click();
  await expect(page.getByText('What should the agent do in project?')).toBeVisible();
  await expect(partsOf(page).message).toBeFocused();
});
