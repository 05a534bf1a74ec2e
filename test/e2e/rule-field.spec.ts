import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectSlug } from '../../main/session/store.ts';
import { bash, PastSessions } from '../support/past-sessions.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';

test('a rule is completed with tools and with what earlier calls did, by keyboard alone', async ({ startHost, homeDir }) => {
  const projectDir = join(homeDir, 'project');
  mkdirSync(projectDir, { recursive: true });
  const past = new PastSessions(join(homeDir, '.gatehouse/sessions', projectSlug(projectDir)), projectDir);
  const allowed = { type: 'allow_once' } as const;
  past.session(bash('npm run test:unit', allowed), bash('npm run test:unit -- a', allowed), bash('git push origin main', allowed)).close();
  const { page } = await startHost({ projectDir });
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await pane.getByRole('button', { name: 'New rule' }).click();
  const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
  const list = pane.getByRole('listbox', { name: 'Suggestions' });
  const add = pane.getByRole('button', { name: 'Add rule' });
  const whyNot = pane.getByRole('form', { name: 'New rule' }).getByRole('status');

  await expect(field).toBeFocused();
  await expect(add).toBeDisabled();
  await expect(whyNot.filter({ hasText: 'Write the name of a tool' })).toBeVisible();
  await page.keyboard.type('ba');
  // “ba” is no tool, so the first is chosen already.
  await expect(list.getByRole('option')).toHaveText([/^Bash\(…\)/, /^Bashevery use/]);
  await expect(list.getByRole('option', { selected: true })).toHaveText(/^Bash\(…\)/);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('Bash()');
  await expect(list.getByRole('option')).toHaveText([/^Bash\(npm run test:unit \*\)2 calls/, /^Bash\(git push \*\)1 call/]);
  await expectNoViolation(page, '[data-rules]');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toContainText('git push');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(field).toHaveValue('Bash()');
  await page.keyboard.type('gi');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Bash(git push *)');
  await expect(add).toBeEnabled();
  await expect(list).toHaveCount(0);

  // A typed bracket goes over the one that is there.
  await field.fill('');
  await page.keyboard.type('ba');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ls -la)');
  await expect(field).toHaveValue('Bash(ls -la)');
  await expect(add).toBeEnabled();

  // The reason stands below the field at once.
  await field.fill('Bash(git ');
  await expect(whyNot.filter({ hasText: 'the closing parenthesis is missing' })).toBeVisible();
  // What is pasted gets no list over the buttons; the arrow key opens it.
  await expect(list).toHaveCount(0);
  await field.press('ArrowDown');
  await list.getByRole('option').first().click();
  await expect(field).toHaveValue('Bash(git push *)');
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('row').filter({ hasText: 'Bash(git push *)' })).toBeVisible();
});
