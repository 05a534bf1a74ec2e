import type { Page } from 'playwright/test';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel, stopTime } from './window.ts';

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });
const rowOf = (page: Page, title: string) => listOf(page).getByRole('button', { name: new RegExp(`^${title}`) });

async function begin(page: Page, title: string, answer: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, title);
  await expect(page.getByText(answer)).toBeVisible();
}

const titleOf = (index: number) => `Task ${100 + index}`;

test('the list scrolls to the shown session when it opens and when another is shown, and not by itself', async ({ page, startHost }) => {
  const count = 20;
  const { server, env } = await startModel(...Array.from({ length: count + 1 }, (_, index) => ({ blocks: [text(`Answer ${index}.`)] })));
  await using _ = server;
  await page.setViewportSize({ width: 1280, height: 540 });
  await startHost({ files: {}, env });
  await say(page, 'Task 100');
  await expect(page.getByText('Answer 0.')).toBeVisible();
  for (let index = 1; index < count; index += 1) await begin(page, titleOf(index), `Answer ${index}.`);
  const filter = listOf(page).getByRole('textbox', { name: 'Filter sessions' });
  const goTo = async (title: string) => {
    await filter.fill(title);
    await filter.press('Enter');
    await expect(page.getByRole('button', { name: `Sessions, now ${title}` })).toBeVisible();
    await expect(filter).toHaveValue('');
  };

  await page.keyboard.press('ControlOrMeta+b');
  await expect(filter).toBeFocused();
  await expect(rowOf(page, 'Task 119')).toBeInViewport({ ratio: 1 });
  await goTo('Task 100');
  await expect(rowOf(page, 'Task 100')).toBeInViewport({ ratio: 1 });
  // Also if it is the shown one already.
  await rowOf(page, 'Task 100').hover();
  await page.mouse.wheel(0, -5000);
  await expect(rowOf(page, 'Task 119')).toBeInViewport({ ratio: 1 });
  await goTo('Task 100');
  await expect(rowOf(page, 'Task 100')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ControlOrMeta+b');
  await expect(listOf(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(rowOf(page, 'Task 100')).toBeInViewport({ ratio: 1 });

  // Scrolled by the person, it stays; another session is shown.
  await rowOf(page, 'Task 100').hover();
  await page.mouse.wheel(0, -5000);
  await expect(rowOf(page, 'Task 119')).toBeInViewport({ ratio: 1 });
  await say(page, 'Go on');
  await expect(page.getByText('Answer 20.')).toBeVisible();
  await expect(rowOf(page, 'Task 119')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Sessions, now Task 100' }).click();
  await page.getByRole('menuitem', { name: /^Task 101/ }).click();
  await expect(rowOf(page, 'Task 101')).toHaveAttribute('aria-current', 'true');
  await expect(rowOf(page, 'Task 101')).toBeInViewport({ ratio: 1 });
});

test('the filter is emptied by opening a session, also an archived one, and not by the arrow keys', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Answer 0.')] }, { blocks: [text('Answer 1.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Apples');
  await expect(page.getByText('Answer 0.')).toBeVisible();
  await begin(page, 'Berries', 'Answer 1.');
  await page.keyboard.press('ControlOrMeta+b');
  const filter = listOf(page).getByRole('textbox', { name: 'Filter sessions' });
  await expect(filter).toBeFocused();

  await filter.fill('app');
  await expect(rowOf(page, 'Berries')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Apples')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(filter).toHaveValue('app');
  await rowOf(page, 'Apples').click();
  await expect(page.getByRole('button', { name: 'Sessions, now Apples' })).toBeVisible();
  await expect(filter).toHaveValue('');
  await expect(rowOf(page, 'Berries')).toBeVisible();

  await rowOf(page, 'Berries').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
  await expect(rowOf(page, 'Berries')).toBeHidden();
  await filter.fill('berr');
  await filter.press('Enter');
  await expect(page.getByRole('button', { name: 'Sessions, now Berries' })).toBeVisible();
  await expect(filter).toHaveValue('');
  await expect(rowOf(page, 'Berries')).toBeInViewport();
});

test('the ages of sessions are renewed while the list is open', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Look around');
  await expect(page.getByText('Done.')).toBeVisible();
  await stopTime(page);
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(rowOf(page, 'Look around')).toContainText('1 min', { timeout: 100 });
  }).toPass();
  await page.clock.runFor(5 * 60_000);
  await expect(rowOf(page, 'Look around')).toContainText('6 min');
  await page.clock.resume();
});
