import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SETTINGS = { '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' };

test('closing the inspector returns focus to the call, and its sections can be reached by key', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'echo hello' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { timeline } = partsOf(page);
  await say(page, 'Go');
  await expect(page.getByText('Done.')).toBeVisible();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const part = inspector.getByRole('button', { name: 'Input', exact: true });
  await page.keyboard.press('ControlOrMeta+1');
  await expect(timeline).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(part).toBeVisible();
  await part.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(inspector.getByRole('button', { name: 'Copy the input' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inspector).toBeHidden();
  await expect(timeline).toBeFocused();
});

test('narrowing and widening the window keeps the inspector’s scroll position and focus', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'seq 200' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { timeline, queue } = partsOf(page);
  await say(page, 'Go');
  await expect(page.getByText('Done.')).toBeVisible();
  await row(timeline, 'seq 200').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const copy = inspector.getByRole('button', { name: 'Copy the input' });
  await copy.focus();
  await expect(copy).toBeInViewport();
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const right = async (): Promise<number> => {
      const box = await inspector.boundingBox();
      return box ? Math.round(box.x + box.width) : 0;
    };
    await expect.poll(right).toBe(width);
    await expect(copy).toBeFocused();
    await expect(copy).toBeInViewport();
    const overlap = async (): Promise<number> => {
      const [over, above] = [await inspector.boundingBox(), await queue.boundingBox()];
      return over && above ? above.y + above.height - over.y : Number.NaN;
    };
    if (width === 1000) await expect.poll(overlap).toBeLessThanOrEqual(0);
  }
});

test('the inspector takes its room beside the session list from the timeline before the conversation', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'seq 200' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: SETTINGS, env });
  const { timeline, message } = partsOf(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The window takes no keys before it is there.
  await expect(message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeVisible();
  await say(page, 'Go');
  await expect(page.getByText('Done.')).toBeVisible();
  await row(timeline, 'seq 200').click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
  await expect.poll(async () => (await conversation.boundingBox())?.width).toBeGreaterThanOrEqual(355);
});
