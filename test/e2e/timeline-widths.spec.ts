import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const ALLOW = JSON.stringify({ permissions: { allow: ['Bash(cat *)'] } });

test('the bars have two fifths of the timeline, over a third in small windows', async ({ startHost }) => {
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
    expect((column?.width ?? 0) / (whole?.width ?? 1), `${width}`).toBeGreaterThanOrEqual(width < 1440 ? 0.35 : 0.4);
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

test('what a call does and who decided it can be read while a command runs in the background', async ({ startHost }) => {
  const paths = ['src/api/client.js', 'src/database/client.js'];
  const { server, env } = await startModel(
    {
      blocks: [
        ...paths.map((path, index) => toolUse(`r${index}`, 'Read', { file_path: path })),
        toolUse('w1', 'Write', { file_path: 'notes.md', content: 'clients\n' }),
        toolUse('b1', 'Bash', { command: 'cat', run_in_background: true }),
      ],
    },
    { blocks: [text('Started.')] },
    { blocks: [text('Seen.')] },
  );
  await using _ = server;
  const files = Object.fromEntries(paths.map((path) => [path, 'a\n']));
  const allow = JSON.stringify({ permissions: { allow: ['Bash(cat)'] } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': allow, ...files }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Start it');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Started.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1600, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const whole = await timeline.boundingBox();
    const decided = await timeline.getByRole('columnheader', { name: 'Decided' }).boundingBox();
    expect((decided?.x ?? 0) + (decided?.width ?? 0), `${width}`).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    expect((await timeline.getByRole('columnheader', { name: 'What' }).boundingBox())?.width, `${width}`).toBeGreaterThanOrEqual(160);
  }
});

test('how long each call took can be read in a small window with the usual panes open', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a\n' }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Read it');
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(
      row(timeline, 'Read')
        .getByText(/^\d+ ms$|^\d+\.\d s$/)
        .filter({ visible: true }),
      `${width}`,
    ).toHaveCount(1);
  }
});

test('no chip is cut off, and it has all its words where there is room', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('c1', 'TaskCreate', { subject: 'Find why the test fails', description: 'npm test names it.' }),
        toolUse('b1', 'Bash', { command: 'make all' }),
      ],
    },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { defaultMode: 'dontAsk' } });
  const { page } = await startHost({ files: { '.claude/settings.local.json': settings }, env });
  const { timeline } = partsOf(page);
  await say(page, 'Make it');
  await expect(page.getByText('Done.')).toBeVisible();
  const chipOf = (call: string) => row(timeline, call).getByRole('gridcell').last().locator(':scope > span');
  const [ofTask, ofCommand] = [chipOf('Find why'), chipOf('make all')];
  const long = ['no approval needed', 'denied by don’t ask mode'];
  const usual = ['no approval needed', 'by don’t ask mode'];
  const short = ['no approval', 'by don’t ask mode'];
  for (const [width, words] of [
    [1920, long],
    [1440, usual],
    [1280, usual],
    [1024, short],
    [900, short],
    [390, short],
    [360, short],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    if (width < 600) await page.getByRole('navigation', { name: 'Panes' }).getByText('Timeline', { exact: true }).click();
    for (const [index, chip] of [ofTask, ofCommand].entries()) {
      await expect(chip, `${width}`).toHaveText(words[index] ?? '', { useInnerText: true });
      await expect.poll(() => chip.evaluate((element) => element.scrollWidth - element.clientWidth), `${width}`).toBeLessThanOrEqual(0);
      await expect(chip, `${width}`).toBeInViewport({ ratio: 1 });
    }
  }
});
