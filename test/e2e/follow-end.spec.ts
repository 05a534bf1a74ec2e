import type { Page } from 'playwright/test';
import type { AnswerBlock } from '../support/messages-answer.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const LONG = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}: words of a long answer.`).join('\n\n');
const ROUNDS = 6;

/** Texts, reads, one that fails, and requests of different heights. */
function round(number: number): AnswerBlock[] {
  const id = (name: string) => `${name}${number}`;
  return [
    text(`Round ${number}.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nlet a = ${number};\n\`\`\``),
    toolUse(id('r'), 'Read', { file_path: 'a.txt' }),
    toolUse(id('g'), 'Grep', { pattern: 'a' }),
    toolUse(id('m'), 'Bash', { command: `printf 'line\\n%.0s' 1 2 3 4 5 6 > out${number}.txt && cat out${number}.txt` }),
    toolUse(id('n'), 'Read', { file_path: `none${number}.txt` }),
    toolUse(id('w'), 'Write', { file_path: `new${number}.txt`, content: 'one\ntwo\nthree\nfour\nfive\nsix\n'.repeat(1 + (number % 3)) }),
  ];
}

// As a string, because test code has no DOM types.
const FROM_END = `new Promise((resolve) => {
  const log = document.querySelector('[role=log]');
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(log.scrollHeight - log.clientHeight - log.scrollTop)));
})`;

/** How far the conversation is from its end, once two frames have passed. Pixels. */
function fromEnd(page: Page): Promise<number> {
  return page.evaluate<number>(FROM_END);
}

test('the conversation stays at its end while requests come and are answered', async ({ startHost }) => {
  const rounds = Array.from({ length: ROUNDS }, (_, number) => ({ blocks: round(number) }));
  const { server, env } = await startModel({ blocks: [text(LONG)] }, ...rounds, { blocks: [text('All is done.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a\n' }, env });
  const { allow, stop } = partsOf(page);
  await say(page, 'explain');
  await expect(page.getByText('Paragraph 39:')).toBeVisible();
  await expect(stop).toBeHidden();
  await say(page, 'work');
  const isOver = page.getByText('All is done.');
  while (!(await isOver.isVisible())) {
    await expect(allow.or(isOver).first()).toBeVisible();
    if (await isOver.isVisible()) break;
    await answerWithKey(page, 'a');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  }
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  await expect(page.getByRole('button', { name: 'Latest' })).toBeHidden();
});

test('a message that is queued leaves the person where they read; one that starts a turn goes to the end', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text(LONG)] },
    { blocks: [toolUse('b1', 'Bash', { command: 'tail -f a.txt' })] },
    { blocks: [text('All is done.')] },
    { blocks: [text('The next one too.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a\n' }, env });
  const { stop, message } = partsOf(page);
  const latest = page.getByRole('button', { name: 'Latest' });
  await say(page, 'explain');
  await expect(page.getByText('Paragraph 39:')).toBeVisible();
  await expect(stop).toBeHidden();
  await say(page, 'watch');
  await expect(page.locator('[data-running]')).toBeVisible();
  await page.getByRole('log', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -600);
  await expect(latest).toBeVisible();
  const read = await fromEnd(page);
  await say(page, 'then this');
  await expect(page.getByRole('list', { name: 'Queued messages' })).toContainText('then this');
  // What is queued takes some of the list's height.
  expect(await fromEnd(page)).toBeGreaterThanOrEqual(read);
  await expect(latest).toBeVisible();
  await message.fill('and this now');
  await message.press('ControlOrMeta+Enter');
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
});
