import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** Opens a recent project from the menu of projects. */
async function goTo(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: from }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${to}`) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(to);
}

test('says that requests wait in another project while the list is closed, and goes to them', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [text('Seen.')] },
    {
      blocks: [
        toolUse('w1', 'Bash', { command: 'npm run build' }),
        toolUse('w2', 'Bash', { command: 'git push origin main' }),
        toolUse('w3', 'Write', { file_path: 'lib/b.txt', content: 'b\n' }),
      ],
    },
  );
  await using _ = server;
  const other = join(homeDir, 'other');
  mkdirSync(other);
  const first = await startHost({ projectDir: other, env });
  await say(first.page, 'Look around');
  await expect(first.page.getByText('Seen.')).toBeVisible();
  await first.stop();

  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await say(page, 'Write the files');
  await expect(queue).toContainText('3 pending requests');
  await queue.getByRole('button', { name: /b\.txt/ }).click();
  const card = queue.getByRole('group').first();
  await expect(card).toHaveAccessibleName(/b\.txt/);
  // The first of the list is set aside, and stays in its place.
  const places = () => queue.locator('[data-ask]').evaluateAll((all) => all.map((one) => one.textContent?.includes('git push') === true));
  expect(await places()).toEqual([true, false, false]);
  await queue.getByRole('button', { name: /git push/ }).click();
  await queue.getByRole('button', { name: 'Later' }).click();
  await expect(queue).toContainText('2 pending requests · 1 set aside');
  await queue.getByRole('button', { name: /b\.txt/ }).click();
  await expect(card).toHaveAccessibleName(/b\.txt/);
  expect(await places()).toEqual([true, false, false]);

  await goTo(page, 'project', 'other');
  const button = page.getByRole('button', { name: 'Show the sessions of all projects' });
  await expect(button).toHaveAccessibleDescription('3 waiting elsewhere');
  await expect(page).toHaveTitle(/^\(3\) /);
  // Where the key for requests leads, too.
  await expect(queue).toContainText('No pending requests');
  await expect(queue).toContainText('3 wait in other sessions');
  // They wait on: nothing says that they were answered or withdrawn.
  await expect(page.getByText('was answered on another screen or withdrawn')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: /^project/ })).toContainText('3 waiting');
  await page.keyboard.press('Escape');

  // Its place in the list stays; the group at the top names it too.
  await button.click();
  const names = list.getByRole('region');
  await expect(names.first()).toHaveAccessibleName('Needs you');
  await expect(list.getByRole('button', { name: '3 waiting in project: Write the files' })).toBeVisible();
  const order = await names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

  await page.getByRole('button', { name: '3 waiting elsewhere' }).click();
  await expect(page.getByRole('button', { name: 'Sessions, now Write the files' })).toBeVisible();
  await expect(queue).toContainText('2 pending requests · 1 set aside');
  await expect(page).toHaveTitle(/^\(3\) Write the files/);
  // The same request is open as before, and the order is the same.
  await expect(card).toHaveAccessibleName(/b\.txt/);
  expect(await places()).toEqual([true, false, false]);
  await expect(page.getByRole('button', { name: /waiting elsewhere/ })).toHaveCount(0);
  await expect(button).toHaveAccessibleDescription('');
  expect(await names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(order);

  // The title stays that of this session when the number changes.
  await partsOf(page).deny.click();
  await expect(page).toHaveTitle(/^(\(2\) )?Write the files · project/);
});

test('“waiting elsewhere”, pressed again, goes round all that wait, also two of one project', async ({ startHost, homeDir }) => {
  const bash = (command: string) => ({ blocks: [toolUse(command, 'Bash', { command })] });
  const { server, env } = await startModel({ blocks: [text('Seen.')] }, bash('touch a'), bash('touch b'), bash('touch c'));
  await using _ = server;
  const other = join(homeDir, 'other');
  mkdirSync(other);
  const first = await startHost({ projectDir: other, env });
  await say(first.page, 'Look around');
  await expect(first.page.getByText('Seen.')).toBeVisible();
  await first.stop();

  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const begin = async (title: string) => {
    await page.keyboard.press('ControlOrMeta+Shift+o');
    await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
    await say(page, title);
  };
  await say(page, 'Touch a');
  await expect(queue).toContainText('1 pending request');
  await begin('Touch b');
  await expect(queue).toContainText('2 pending requests');
  await goTo(page, 'project', 'other');
  await begin('Touch c');
  await expect(queue).toContainText('1 pending request');
  await expect(queue).toContainText('2 wait in other sessions');
  for (const title of ['Touch a', 'Touch b', 'Touch c', 'Touch a']) {
    await page.getByRole('button', { name: /waiting elsewhere/ }).click();
    await expect(page.getByRole('button', { name: `Sessions, now ${title}` })).toBeVisible();
  }
});
