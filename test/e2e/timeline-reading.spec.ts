import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const TURNS = 5;
const LONG = 'A line of a long answer.\n\n'.repeat(40);

function reads(turn: number) {
  return Array.from({ length: 12 }, (_, index) => toolUse(`r${turn}-${index}`, 'Read', { file_path: 'a.txt', limit: index + 1 }));
}

/** The parts that follow each other, once the session has its turns. */
async function readTurns(page: Page, turns = TURNS) {
  for (let turn = 1; turn <= turns; turn += 1) {
    await say(page, `Question ${turn}`);
    await expect(page.getByText(`Answer ${turn}.`)).toBeAttached();
    await expect(partsOf(page).stop).toBeHidden();
  }
  const { timeline } = partsOf(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  return {
    timeline,
    head: (turn: number) => timeline.getByRole('row').filter({ hasText: `Question ${turn}` }),
    message: (turn: number) => conversation.getByText(`Question ${turn}`, { exact: true }),
    readUp: (turn: number) =>
      conversation.getByText(`Question ${turn}`, { exact: true }).evaluate((element) => element.scrollIntoView({ block: 'start' })),
    scrollTop: () => timeline.evaluate((grid) => grid.scrollTop),
    latest: page.getByRole('button', { name: 'Latest' }),
  };
}

function answers() {
  return Array.from({ length: TURNS }, (_, index) => [
    { blocks: reads(index + 1) },
    { blocks: [text(`Answer ${index + 1}.\n\n${LONG}`)] },
  ]).flat();
}

test('the timeline shows the turn that is read, and new calls move nothing', async ({ startHost }) => {
  const late = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    ...answers(),
    { blocks: [toolUse('late1', 'Read', { file_path: 'a.txt', limit: 50 })] },
    { blocks: [{ ...toolUse('late2', 'Glob', { pattern: 'a.*' }), until: late.promise }] },
    { blocks: [text('Answer 6.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, head, readUp, scrollTop, latest } = await readTurns(page);
  await expect(head(TURNS)).toHaveAttribute('aria-current', 'true');
  await expect(head(2)).toHaveCount(0);

  await readUp(2);
  await expect(head(2)).toHaveAttribute('aria-current', 'true');
  await expect(head(2)).toBeInViewport();
  await expect(timeline.locator('[aria-current="true"]')).toHaveCount(1);

  // Scrolled by hand it stays, until the conversation is scrolled again.
  await timeline.hover();
  await page.mouse.wheel(0, 10_000);
  await expect(head(TURNS)).toBeInViewport();
  await expect(head(TURNS)).toHaveAttribute('aria-current', 'false');
  await readUp(3);
  await expect(head(3)).toHaveAttribute('aria-current', 'true');
  await expect(head(3)).toBeInViewport();

  // What arrives meanwhile moves nothing.
  await say(page, 'Question 6');
  const count = TURNS * 13 + 2;
  await expect(timeline).toHaveAttribute('aria-rowcount', String(count + 1));
  await readUp(1);
  await expect(head(1)).toHaveAttribute('aria-current', 'true');
  await expect(head(1)).toBeInViewport();
  const before = await scrollTop();
  late.resolve();
  await expect(page.getByText('Answer 6.')).toBeAttached();
  await expect(timeline).toHaveAttribute('aria-rowcount', String(count + 2));
  expect(await scrollTop()).toBe(before);

  // Back at its end, the conversation takes the timeline along.
  await latest.click();
  await expect(row(timeline, 'a.*')).toBeInViewport();
  await expect(head(6)).toHaveAttribute('aria-current', 'true');
});

test('a request that takes room of the timeline builds none of its rows anew', async ({ startHost }) => {
  const ask = (name: string) => ({ blocks: [toolUse(name, 'Bash', { command: `touch ${name}` })] });
  const { server, env } = await startModel(...answers(), ask('one'), ask('two'), { blocks: [text('Answer 6.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline } = await readTurns(page);
  await say(page, 'Question 6');
  await expect(partsOf(page).allow).toBeEnabled();
  await expect(row(timeline, 'touch one')).toBeInViewport();
  // As a string, because test code has no DOM types.
  await page.evaluate(`{
    window.added = 0;
    const rows = document.querySelector('[role=treegrid] [role=row][data-state]').parentElement;
    new MutationObserver((changes) => (window.added += changes.flatMap((change) => [...change.addedNodes]).length)).observe(rows, { childList: true });
  }`);
  await answerWithKey(page, 'a');
  await expect(row(timeline, 'touch two')).toBeInViewport();
  await answerWithKey(page, 'a');
  await expect(page.getByText('Answer 6.')).toBeAttached();
  await expect(partsOf(page).stop).toBeHidden();
  // The row of the second request.
  expect(await page.evaluate('window.added')).toBeLessThanOrEqual(2);
});

test('the keys of the timeline begin with the lines in view', async ({ startHost }) => {
  const { server, env } = await startModel(...answers());
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, scrollTop } = await readTurns(page);
  const place = await scrollTop();
  expect(place).toBeGreaterThan(0);
  await timeline.focus();
  const active = timeline.locator('[role="row"][data-active="true"]');
  await page.keyboard.press('j');
  await expect(active).toHaveText(/Read/u);
  await expect(active).toBeInViewport({ ratio: 1 });
  expect(await scrollTop()).toBe(place);
  await page.keyboard.press('j');
  await expect(active).toBeInViewport({ ratio: 1 });
  expect(await scrollTop()).toBe(place);
});

test('choosing a turn in the timeline shows it in the conversation', async ({ startHost }) => {
  const { server, env } = await startModel(...answers());
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, head, message } = await readTurns(page);

  await timeline.focus();
  await page.keyboard.press('Home');
  await expect(head(1)).toHaveAttribute('data-active', 'true');
  await expect(message(1)).not.toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(message(1)).toBeInViewport();
  await expect(head(1)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('ArrowDown');
  await expect(timeline.locator('[data-active="true"]')).toHaveAttribute('data-state', 'done');
  await page.keyboard.press('End');
  await expect(head(TURNS)).toBeInViewport();
  await expect(message(1)).toBeInViewport();
  await head(TURNS).click();
  await expect(message(TURNS)).toBeInViewport();
  await expect(head(TURNS)).toHaveAttribute('aria-current', 'true');
});

test('each turn has a head with its time, scale and calls, and a scale of its own', async ({ startHost }) => {
  const { server, env } = await startModel(...answers().slice(0, 4));
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, head } = await readTurns(page, 2);
  await expect(head(2).getByRole('rowheader')).toHaveAccessibleName(/^\d\d:\d\d, Question 2, .+, 12 calls$/);
  // The bars begin where the scale of their own turn does, whatever came before.
  const starts = await timeline.locator('[data-bar^="r2-"]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { left, width } = cell.getBoundingClientRect();
      return [...cell.querySelectorAll('[style*="left"]')].map((bar) => (bar.getBoundingClientRect().left - left) / width);
    }),
  );
  expect(Math.min(...starts)).toBeLessThan(0.1);
  await page.getByRole('button', { name: 'One scale for all turns' }).click();
  await expect(page.getByRole('button', { name: 'One scale for all turns' })).toHaveAttribute('aria-pressed', 'true');
  await expect(timeline.getByRole('columnheader', { name: 'Time' })).toContainText(/\d/);
});
