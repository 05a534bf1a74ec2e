import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { growForAFrame } from './grow-for-a-frame.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

/** Adds messages to the only session on disk. */
function addMessages(stateDir: string, count: number): void {
  const sessions = join(stateDir, 'sessions');
  const file = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('events.jsonl')) ?? '';
  const path = join(sessions, file);
  const last = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '{}') as { seq: number; at: number };
  const lines = Array.from({ length: count }, (_, index) => {
    const data = {
      messageId: `m${index}`,
      content: [{ type: 'text', text: `Message ${index + 1} of many` }],
      origin: 'prompt',
      visibility: 'both',
    };
    return JSON.stringify({ id: `e${index}`, seq: last.seq + 1 + index, at: last.at + index, type: 'user.message', data });
  });
  appendFileSync(path, `${lines.join('\n')}\n`);
}

test('two thousand messages: renders the end first and the rest on scroll, without moving the text being read', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('The first answer.')] }, { blocks: [text('The last answer.')] });
  await using _ = server;
  const first = await startHost({ files: {}, env });
  await say(first.page, 'begin here');
  await expect(first.page.getByText('The first answer.')).toBeVisible();
  await first.stop();
  addMessages(first.stateDir, 2000);

  const { page } = await startHost({ projectDir: first.projectDir, env });
  await page.getByRole('button', { name: /^begin here/ }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('Message 2000 of many')).toBeInViewport();
  expect(await log.getByRole('article').count()).toBeLessThan(250);

  // A pane that opens and closes below moves the messages without a scroll by the person, so the log keeps following.
  await growForAFrame(page, 'log');
  await expect(log.getByText('Message 2000 of many')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Latest' })).toBeHidden();

  // Scrolling up by wheel renders earlier messages above, and the visible one doesn't move.
  await log.hover();
  await page.mouse.wheel(0, -20_000);
  await expect(log.getByText('Message 1800 of many')).toBeAttached();
  await expect(log.getByText('Message 1700 of many')).toBeAttached();
  const inSight = async () => {
    const tops = await log
      .getByRole('article')
      .evaluateAll((articles) => articles.map((article) => ({ name: article.textContent, top: article.getBoundingClientRect().top })));
    return tops.find(({ top }) => top > 100 && top < 500);
  };
  // The wheel may keep turning for a while.
  let before = await inSight();
  await expect(async () => {
    const last = before;
    before = await inSight();
    expect(before).toEqual(last);
  }).toPass();
  await log.getByRole('button', { name: /^Show earlier/ }).evaluate((button) => (button as unknown as { click(): void }).click());
  await expect(log.getByText('Message 1450 of many')).toBeAttached();
  const moved = async (): Promise<number> => {
    const after = await log.getByText(before?.name ?? '', { exact: true }).boundingBox();
    return Math.abs((after?.y ?? 0) - (before?.top ?? 0));
  };
  await expect.poll(moved).toBeLessThan(40);

  // Scroll back to the end, where new messages arrive; the box is responsive.
  await page.getByRole('button', { name: 'Latest' }).click();
  await say(page, 'and now');
  await expect(page.getByText('The last answer.')).toBeInViewport();

  // By keys, further up than what is rendered at the end, and to the first message.
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  const focused = log.locator(':focus');
  for (let press = 0; press < 220; press += 1) await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText(/^Message 17\d\d of many$/);
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(focused).toHaveText('begin here');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('End');
  await expect(page.getByText('The last answer.')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(partsOf(page).message).toBeFocused();
});

test('a 200 KB answer streams without blocking the message box, and its code can be copied', async ({ startHost, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paragraph = 'Tides **rise** and fall with `the moon`, and a table says when.\n\n';
  const long = `${paragraph.repeat(3000)}\`\`\`ts\nconst low = 1;\n\`\`\`\n\nThe very end.`;
  const { server, env } = await startModel({ blocks: [text(long)] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'tell me all');
  await partsOf(page).message.pressSequentially('typed meanwhile');
  await expect(partsOf(page).message).toHaveValue('typed meanwhile');
  await expect(page.getByText('The very end.')).toBeInViewport({ timeout: 60_000 });
  // The confirmation is shown only briefly, so wait for it from before the click.
  const announced = page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await announced;
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('const low = 1;');
});

test('groups reads and searches on one line with every name, and shows a failed one separately', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        ...['a.ts', 'b.ts', 'c.ts'].map((name) => toolUse(name, 'Read', { file_path: name })),
        toolUse('gone', 'Read', { file_path: 'gone.ts' }),
        toolUse('g', 'Grep', { pattern: 'tide' }),
      ],
    },
    { blocks: [text('Seen.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.ts': 'tide', 'b.ts': '', 'c.ts': '' }, env });
  await say(page, 'look');
  await expect(page.getByText('Seen.')).toBeVisible();
  const line = page.getByRole('group', { name: '3 reads and searches' });
  await expect(line.getByRole('listitem')).toHaveText([/a\.ts/, /b\.ts/, /c\.ts/]);
  await expect(page.getByRole('region', { name: 'Conversation' }).locator('[data-state="failed"]')).toContainText('gone.ts');
  await line.getByRole('button', { name: /b\.ts/ }).click();
  await expect(page.getByRole('complementary')).toContainText('b.ts');
});
