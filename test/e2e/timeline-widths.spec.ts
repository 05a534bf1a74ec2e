import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const ALLOW = JSON.stringify({ permissions: { allow: ['Bash(cat *)'] } });

test('the bars have two fifths of the timeline at each width', async ({ startHost }) => {
  const path = 'packages/server/src/handlers/authentication/session-tokens.ts';
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('r1', 'Read', { file_path: path }),
        toolUse('b1', 'Bash', { command: `cat ${path} ${path} ${path}` }),
        toolUse('w1', 'Write', { file_path: 'notes.md', content: 'tokens\n' }),
      ],
    },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': ALLOW, [path]: 'a\n' }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Look at the tokens');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
  const decided = timeline.getByRole('columnheader', { name: 'Decided' });
  const message = timeline.getByText('Look at the tokens');
  const bars = timeline.getByRole('columnheader', { name: 'Time' });
  for (const width of [1920, 1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const [column, whole] = [await bars.boundingBox(), await timeline.boundingBox()];
    expect((column?.width ?? 0) / (whole?.width ?? 1), `${width}`).toBeGreaterThanOrEqual(0.4);
    // The last column ends within the timeline, and the message of the turn has a place.
    const last = await decided.boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    const [head, place] = [await timeline.getByRole('rowheader').boundingBox(), await message.boundingBox()];
    expect(place?.y ?? 0).toBeLessThan((head?.y ?? 0) + 20);
  }
  // What is cut can be read.
  await expect(row(timeline, 'Read').getByTitle(path)).toBeAttached();
  await expect(row(timeline, 'Run').getByTitle(`cat ${path} ${path} ${path}`)).toBeAttached();
});
