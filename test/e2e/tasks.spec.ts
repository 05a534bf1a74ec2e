import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const created = (id: string, subject: string, description: string) =>
  toolUse(id, 'TaskCreate', { subject, description, activeForm: `Doing: ${subject}` });

test('shows the task list with owners and dependencies, also after a reload', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        created('c1', 'Find why the test fails', 'npm test names it.'),
        created('c2', 'Cut days in UTC', 'startOfDay uses the UTC fields.'),
        created('c3', 'Run the tests', ''),
        toolUse('u1', 'TaskUpdate', { taskId: '3', addBlockedBy: ['2'] }),
        toolUse('u2', 'TaskUpdate', { taskId: '1', status: 'completed' }),
        toolUse('u3', 'TaskUpdate', { taskId: '2', status: 'in_progress', owner: 'day-boundaries' }),
      ],
    },
    { blocks: [text('Listed.')] },
  );
  await using _ = server;
  const { url } = await startHost({ files: { 'readme.md': 'hello\n' }, env, noPage: true });
  await page.goto(url);
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+5');
  const pane = page.getByRole('region', { name: 'Tasks', exact: true });
  await expect(pane).toContainText('No tasks yet');
  await expectAccessible(page, 'the empty task list');
  await say(page, 'Plan it');
  await expect(page.getByText('Listed.')).toBeVisible();
  const check = async () => {
    await expect(pane).toContainText('1 of 3 done');
    await expect(pane.getByRole('list', { name: 'In progress' })).toContainText('day-boundaries');
    await expect(pane.getByRole('list', { name: 'In progress' })).toContainText('blocks #3');
    // Nobody works any more, so nothing turns.
    await expect(pane.locator('[data-turns]')).toHaveCount(0);
    await expect(pane.getByRole('list', { name: 'To do' }).getByRole('img', { name: 'Blocked' })).toBeVisible();
    await expect(pane.getByRole('list', { name: 'To do' })).toContainText('blocked by #2');
    await expect(pane.getByRole('list', { name: 'Done' })).toContainText('#1');
  };
  await check();
  await expect(page.getByText('1 of 3 tasks done')).toBeVisible();
  await expectAccessible(page, 'the task list');
  // All updates of a turn are one line, which opens with a click or the keys.
  await page.keyboard.press('ControlOrMeta+1');
  const { timeline } = partsOf(page);
  const fold = timeline.getByRole('row', { name: '6 updates' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(timeline.getByRole('row').filter({ hasText: 'Cut days in UTC' })).toHaveCount(0);
  await fold.click();
  await expect(timeline.getByRole('row').filter({ hasText: 'Cut days in UTC' })).toBeVisible();
  // Why calls ran is not cut off beside them.
  const chip = partsOf(page).timeline.getByText('no approval needed', { exact: true }).first();
  await expect(chip).toBeVisible();
  const beyond = await chip.evaluate((element) => {
    const cell = element.closest('[role="gridcell"]');
    return element.getBoundingClientRect().right - (cell?.getBoundingClientRect().right ?? 0);
  });
  expect(beyond).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+5');
  await check();
});
