import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const checkouts = Array.from({ length: 10 }, (_, index) =>
  toolUse(`b${index}`, 'Bash', { command: `git checkout -b f${index} && npm run s${index}` }),
);
const removals = Array.from({ length: 12 }, (_, index) => toolUse(`d${index}`, 'Bash', { command: `rm -rf old${index}x` }));

/** Neither outside the list nor under what lies over it. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => {
      const seen = element.ownerDocument.elementFromPoint((left + right) / 2, y);
      return seen !== null && (element.contains(seen) || seen.contains(element));
    });
  });

async function openRow(page: Page, command: string): Promise<{ readonly card: Locator; readonly shown: Locator }> {
  const { queue, allow } = partsOf(page);
  const row = queue.getByRole('button', { name: command });
  await row.focus();
  await row.press('Enter');
  const card = queue.getByRole('group', { name: /^The agent wants to run (a command|2 commands)/u });
  const shown = card.locator('pre').first();
  await expect(shown).toContainText(command);
  await expect(allow.or(queue.getByRole('button', { name: 'Hold to allow once' }))).toBeEnabled();
  return { card, shown };
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
])
  test(`the open request has the room before the rows, in a window of ${size.width} × ${size.height}`, async ({ startHost, page }) => {
    await page.setViewportSize(size);
    const { server, env } = await startModel({ blocks: checkouts });
    await using _ = server;
    await startHost({ files: {}, env });
    const { queue } = partsOf(page);
    await say(page, 'check out');
    await expect(queue).toContainText('10 pending requests');
    for (const index of [9, 6]) {
      const { card, shown } = await openRow(page, `git checkout -b f${index}`);
      await expect.poll(() => isSeen(shown)).toBe(true);
      await card.press('x');
      const wouldAllow = card.getByText('Would be allowed by');
      await expect(wouldAllow).toBeVisible();
      await expect.poll(() => isSeen(wouldAllow)).toBe(true);
      await expect.poll(() => isSeen(card.getByText('needed').last())).toBe(true);
      await expect.poll(() => isSeen(shown)).toBe(true);
      await card.press('x');
      await expect(wouldAllow).toBeHidden();
      await expect.poll(() => isSeen(card.getByRole('heading'))).toBe(true);
      await card.press('Shift+A');
      const form = queue.getByRole('form', { name: 'Always allow' });
      await expect(form.getByRole('radio')).toHaveCount(3);
      for (const choice of await form.getByRole('radio').all()) {
        await choice.click();
        await expect(form).toContainText(/Would have decided|no earlier calls/u);
        await expect.poll(() => isSeen(shown)).toBe(true);
        await expect.poll(() => isSeen(form.getByRole('button', { name: /^Save rules? and allow$/u }))).toBe(true);
      }
      await form.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => isSeen(shown)).toBe(true);
    }
  });

test('the changed line of a small edit is in view among other requests, also of another session', async ({ startHost, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const cart = Array.from({ length: 9 }, (_, index) => `line ${index}\n`).join('');
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'src/cart.js' })] },
    {
      blocks: [
        toolUse('e1', 'Edit', { file_path: 'src/cart.js', old_string: 'line 5', new_string: 'line five' }),
        toolUse('b1', 'Bash', { command: 'rm -rf old' }),
        toolUse('b2', 'Bash', { command: 'npm run one && npm run two' }),
      ],
    },
    { blocks: [text('Nothing to do.')] },
  );
  await using _ = server;
  await startHost({ files: { 'src/cart.js': cart, 'old/a.txt': 'a' }, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Fix the cart');
  await expect(queue).toContainText('3 pending requests');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await say(page, 'Look around');
  await expect(page.getByText('Nothing to do.')).toBeVisible();
  const row = queue.getByRole('button', { name: 'edit src/cart.js' });
  await row.focus();
  await row.press('Enter');
  const card = queue.getByRole('group', { name: 'The agent wants to edit src/cart.js' });
  await expect(card).toContainText('Asked in another session: Fix the cart');
  await expect(allow).toBeEnabled();
  for (const line of ['line 5', 'line five']) await expect.poll(() => isSeen(card.getByText(line, { exact: true }))).toBe(true);
});

test('an explained destructive request keeps its head and command below the line that counts the rows above', async ({
  startHost,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { server, env } = await startModel({ blocks: removals });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'clean');
  await expect(queue).toContainText('12 pending requests');
  for (const index of [1, 11]) {
    const { card, shown } = await openRow(page, `rm -rf old${index}x`);
    await card.press('x');
    await expect.poll(() => isSeen(card.getByText('Would be allowed by'))).toBe(true);
    await expect.poll(() => isSeen(card.getByText('needed').last())).toBe(true);
    await expect.poll(() => isSeen(shown)).toBe(true);
    await expect.poll(() => isSeen(card.getByText('Destructive', { exact: true }))).toBe(true);
    await card.press('x');
  }
  // Where not all of it fits, the command stays above what is explained.
  await page.setViewportSize({ width: 900, height: 420 });
  const { card, shown } = await openRow(page, 'rm -rf old6x');
  await card.press('x');
  await expect.poll(() => isSeen(card.getByText('Would be allowed by'))).toBe(true);
  await expect.poll(() => isSeen(shown)).toBe(true);
});
