import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const reads = (turn: number) =>
  Array.from({ length: 20 }, (_, index) => toolUse(`r${turn}-${index}`, 'Read', { file_path: 'a.txt', limit: index + 1 }));

test('after looking back, sending a message follows again, and a request outside the view is marked at the edge', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('missing', 'Read', { file_path: 'gone.txt' }), ...reads(1)] },
    { blocks: [text('Answer 1.')] },
    { blocks: reads(2) },
    { blocks: [toolUse('one', 'Bash', { command: 'touch one' })] },
    { blocks: [text('Answer 2.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'tide\n' }, env });
  await page.setViewportSize({ width: 1280, height: 700 });
  const { timeline, stop, allow } = partsOf(page);
  await say(page, 'Read much');
  await expect(page.getByText('Answer 1.')).toBeVisible();
  await expect(stop).toBeHidden();

  await timeline.focus();
  await page.keyboard.press('[');
  const failed = row(timeline, 'gone.txt');
  await expect(failed).toBeInViewport();
  // Their own message begins another turn, which is shown as it goes on.
  await say(page, 'Read more');
  await expect(allow).toBeEnabled();
  await expect(row(timeline, 'touch one')).toBeInViewport();
  const follow = page.getByRole('button', { name: 'Follow' });
  await expect(follow).toBeHidden();

  await timeline.focus();
  await page.keyboard.press('Home');
  await expect(failed).toBeInViewport();
  await expect(follow).toBeVisible();
  await page.getByRole('button', { name: '1 waits below' }).click();
  await expect(row(timeline, 'touch one')).toBeInViewport();
  await expect(page.getByRole('button', { name: '1 waits below' })).toBeHidden();
  // At the end again, it follows.
  await expect(follow).toBeHidden();
});
