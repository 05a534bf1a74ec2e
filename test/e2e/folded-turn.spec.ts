import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(cat *)', 'Edit(*.txt)'], deny: ['Bash(rm *)'] } });

test('the head of a folded turn says what happened in it, at each width', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('w1', 'Write', { file_path: 'one.txt', content: 'one\n' }),
        toolUse('w2', 'Write', { file_path: 'two.txt', content: 'two\n' }),
        toolUse('d1', 'Bash', { command: 'rm -rf build' }),
      ],
    },
    { blocks: [toolUse('f1', 'Bash', { command: 'cat nothing' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': SETTINGS, 'build/a': '' }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Write both');
  await expect(page.getByText('Done.')).toBeVisible();
  await timeline.getByRole('button', { name: 'Hide the calls of this turn' }).click();

  const head = timeline.getByRole('row', { expanded: false }).filter({ hasText: 'Write both' });
  await expect(head.getByRole('rowheader')).toHaveAccessibleName(/^\d\d:\d\d, Write both, [^,]+, 4 calls, 1 failed, 1 denied, 2 files$/);
  // Its calls are drawn in one row, where the scale was.
  for (const kind of ['done', 'failed', 'denied']) await expect(head.locator(`[data-kind="${kind}"]`).first()).toBeVisible();

  const took = head.getByTitle('How long the turn took');
  const decided = timeline.getByRole('columnheader', { name: 'Decided' });
  for (const width of [1600, 1280, 1024, 800]) {
    await page.setViewportSize({ width, height: 700 });
    for (const seen of [head.getByText('1 failed'), head.getByText('1 denied'), took]) await expect(seen).toBeVisible();
    // The time of the turn isn't below what decided.
    const [time, column] = [await took.boundingBox(), await decided.boundingBox()];
    expect((time?.x ?? 0) + (time?.width ?? 0), `${width}`).toBeLessThanOrEqual(column?.x ?? 0);
    expect((await head.boundingBox())?.height).toBe(28);
  }
  await head.getByRole('button', { name: 'Show the calls of this turn' }).click();
  await expect(row(timeline, 'cat nothing')).toBeVisible();
});
