import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const LONG = 'A line of a long answer.\n\n'.repeat(40);

test('a turn that is answered in words has a head, which leads to its message and is marked as it is read', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text(`Answer 1.\n\n${LONG}`)] },
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] },
    { blocks: [text(`Answer 2.\n\n${LONG}`)] },
    { blocks: [text(`Answer 3.\n\n${LONG}`)] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  const { timeline, stop } = partsOf(page);
  await expect(page.getByText('No calls yet')).toBeVisible();
  for (const turn of [1, 2, 3]) {
    await say(page, `Question ${turn}`);
    await expect(page.getByText(`Answer ${turn}.`)).toBeAttached();
    await expect(stop).toBeHidden();
  }
  await expect(page.getByText('No calls yet')).toBeHidden();
  const head = (turn: number) => timeline.getByRole('row').filter({ hasText: `Question ${turn}` });
  const message = (turn: number) => page.getByRole('region', { name: 'Conversation' }).getByText(`Question ${turn}`, { exact: true });
  await expect(head(1).getByRole('rowheader')).toHaveAccessibleName(/^\d\d:\d\d, Question 1, [^,]+, no calls$/);
  await expect(head(1)).not.toHaveAttribute('aria-expanded');
  await expect(head(2)).toHaveAttribute('aria-expanded', 'true');
  await expect(head(1).getByRole('button')).toHaveCount(0);
  await expect(head(3)).toHaveAttribute('aria-current', 'true');

  await head(1).click();
  await expect(message(1)).toBeInViewport();
  await expect(head(1)).toHaveAttribute('aria-current', 'true');
  // Scrolled again while the way to the first is still being scrolled.
  await expect(async () => {
    await message(3).evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(head(3)).toHaveAttribute('aria-current', 'true', { timeout: 2000 });
  }).toPass();
  await timeline.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(message(1)).toBeInViewport();

  // A search shows what it finds.
  await page.keyboard.press('/');
  await page.keyboard.type('a.txt');
  await expect(head(1)).toHaveCount(0);
  await expect(head(2)).toHaveCount(1);
});
