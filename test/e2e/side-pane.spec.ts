import { expect, test } from './host.ts';
import { partsOf } from './window.ts';

test('the side pane hides with a button or its key, and the conversation gets the width', async ({ startHost }) => {
  const { page } = await startHost({ files: {} });
  const { message, timeline } = partsOf(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const button = (name: string) => page.getByRole('button', { name: `Show ${name}`, exact: true });
  const width = async () => (await conversation.boundingBox())?.width ?? 0;
  await expect(timeline).toBeVisible();
  const beside = await width();

  // Its own button only shows it.
  await button('timeline').click();
  await expect(timeline).toBeVisible();
  await page.getByRole('button', { name: 'Hide the side pane' }).click();
  await expect(timeline).toBeHidden();
  await expect(button('timeline')).not.toHaveAttribute('aria-current');
  await expect.poll(width).toBeGreaterThan(1200);
  // Kept for this window.
  await page.reload();
  await expect(message).toBeVisible();
  await expect(timeline).toBeHidden();
  await expect.poll(width).toBeGreaterThan(1200);

  await page.getByRole('button', { name: 'Show the side pane' }).click();
  await expect(timeline).toBeVisible();
  await page.getByRole('button', { name: 'Hide the side pane' }).click();
  await expect(timeline).toBeHidden();

  // Another pane opens it again, as wide as before.
  await button('changes').click();
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toBeVisible();
  await expect.poll(width).toBeCloseTo(beside, -1);

  // The key goes to the pane first, and from inside it closes it.
  await message.focus();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(timeline).toBeFocused();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(timeline).toBeHidden();
  await expect(message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(timeline).toBeFocused();

  // A pane of the folder gives the conversation back.
  await button('rules').click();
  await expect(conversation).toBeHidden();
  await page.getByRole('button', { name: 'Hide the side pane' }).click();
  await expect(conversation).toBeVisible();
});
