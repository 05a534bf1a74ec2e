import type { Locator, Page } from 'playwright/test';
import type { Answer } from '../support/messages-answer.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const ALLOW = JSON.stringify({ permissions: { allow: ['Bash(node *)', 'Bash(seq *)'] } });
const CHECK = `for (let i = 1; i <= 60; i += 1) console.log('passed case ' + i);
console.error('Error: the last one failed');
process.exitCode = 1;
`;
const LONG_ANSWER = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} of the answer.`).join('\n\n');

async function topOf(line: Locator): Promise<number> {
  return (await line.boundingBox())?.y ?? Number.NaN;
}

/** Presses a line that opens something, and expects it where it was. */
async function opensInPlace(line: Locator, press: () => Promise<void>): Promise<void> {
  await expect(line).toBeInViewport();
  const before = await topOf(line);
  await press();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await twoFrames(line.page());
  expect(Math.abs((await topOf(line)) - before)).toBeLessThan(2);
}

async function closesInPlace(line: Locator): Promise<void> {
  const before = await topOf(line);
  await line.press('Enter');
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await twoFrames(line.page());
  expect(Math.abs((await topOf(line)) - before)).toBeLessThan(2);
}

/** What grows scrolls after the layout of its frame. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

test('a line that is pressed at the end of the conversation stays where it is, and new output doesn’t move it', async ({ startHost }) => {
  const steps = Array.from({ length: 12 }, (_, at): Answer => ({
    blocks: [text(`Looking at part ${at}.`), toolUse(`r${at}`, 'Read', { file_path: `part-${at}.txt` })],
  }));
  const { server, env } = await startModel(
    ...steps,
    { blocks: [text('All parts are fine.')] },
    { blocks: [toolUse('c', 'Bash', { command: 'node check.js' })] },
    { blocks: [toolUse('s', 'Bash', { command: 'seq 300' })] },
    { blocks: [text('It fails.')] },
    { blocks: [text(LONG_ANSWER)] },
  );
  await using _ = server;
  const parts = Object.fromEntries(steps.map((_step, at) => [`part-${at}.txt`, `part ${at}\n`]));
  const { page } = await startHost({ files: { '.claude/settings.local.json': ALLOW, 'check.js': CHECK, ...parts }, env });
  await page.setViewportSize({ width: 1280, height: 520 });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const latest = conversation.getByRole('button', { name: 'Latest' });
  const ends = conversation.getByRole('group', { name: 'End of the turn' });
  await say(page, 'Look at all parts');
  await expect(conversation.getByText('All parts are fine.')).toBeVisible();
  await expect(ends).toHaveCount(1);
  const fold = conversation.getByRole('button', { name: '12 steps: 12 reads' });
  await opensInPlace(fold, () => fold.click());
  await expect(latest).toBeVisible();
  await closesInPlace(fold);
  await expect(latest).toBeHidden();
  await opensInPlace(fold, () => fold.press('Enter'));
  await closesInPlace(fold);

  await say(page, 'Check it');
  await expect(conversation.getByText('It fails.')).toBeVisible();
  await expect(ends).toHaveCount(2);
  const earlier = conversation.locator('[data-call]').filter({ hasText: 'node check.js' }).locator('button[aria-expanded]').last();
  await expect(earlier).toHaveText(/Show \d+ earlier lines/u);
  await opensInPlace(earlier, () => earlier.click());
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('passed case 60');
  await closesInPlace(earlier);
  const result = conversation.locator('[data-call]').filter({ hasText: 'seq 300' }).locator('button[aria-expanded]').last();
  const before = await topOf(result);
  await opensInPlace(result, () => result.click());
  await expect(conversation.getByRole('group', { name: 'Output' })).toContainText('300');
  await twoFrames(page);
  expect(Math.abs((await topOf(result)) - before)).toBeLessThan(2);

  // What is sent is shown, and followed again.
  await say(page, 'Tell me more');
  await expect(conversation.getByText('Paragraph 29 of the answer.')).toBeInViewport();
  await expect(latest).toBeHidden();
});

test('output that arrives after something was opened doesn’t move it, also on a phone', async ({ startHost }) => {
  const reads = Array.from({ length: 8 }, (_, at) => toolUse(`r${at}`, 'Read', { file_path: `part-${at}.txt` }));
  const { server, env } = await startModel(
    {
      blocks: [
        { type: 'thinking', thinking: LONG_ANSWER, signature: 's' },
        ...reads,
        toolUse('ask', 'Bash', { command: 'touch done.txt' }),
      ],
    },
    { blocks: [text(LONG_ANSWER)] },
  );
  await using _ = server;
  const { page } = await startHost({ files: Object.fromEntries(reads.map((_read, at) => [`part-${at}.txt`, 'x\n'])), env });
  await page.setViewportSize({ width: 390, height: 844 });
  await say(page, 'Look and write');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const allow = page.getByRole('region', { name: 'Permission queue' }).getByRole('button', { name: 'Allow once' });
  await expect(allow).toBeEnabled();
  const thought = conversation.locator('summary').filter({ hasText: 'Thought' });
  const before = await topOf(thought);
  await thought.click();
  await expect(conversation.getByText('Paragraph 0 of the answer.')).toBeVisible();
  await twoFrames(page);
  expect(Math.abs((await topOf(thought)) - before)).toBeLessThan(2);

  await allow.click();
  await expect(conversation.getByText('Paragraph 29 of the answer.').last()).toBeAttached();
  await expect(conversation.getByRole('group', { name: 'End of the turn' })).toBeAttached();
  await expect(thought).toBeInViewport();
  await expect(conversation.getByRole('button', { name: 'Latest' })).toBeVisible();
});
