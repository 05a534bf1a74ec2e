import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const BACK = 'ControlOrMeta+Shift+k';

test('a draft comes back with the caret where it was, and after a reload at its end', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('One.')] }, { blocks: [text('Two.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'Apples');
  await expect(page.getByText('One.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Berries');
  await expect(page.getByText('Two.')).toBeVisible();
  await page.keyboard.type('please look at the parser');

  await page.keyboard.press(BACK);
  await expect(page.getByText('One.')).toBeVisible();
  await expect(message).toHaveValue('');
  await page.keyboard.press(BACK);
  await expect(message).toHaveValue('please look at the parser');
  await page.keyboard.type(' too');
  await expect(message).toHaveValue('please look at the parser too');

  // In the middle, and by click.
  for (let step = 0; step < ' too'.length; step += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await list.getByRole('button', { name: /^Apples/ }).click();
  await expect(message).toHaveValue('');
  await list.getByRole('button', { name: /^Berries/ }).click();
  await expect(message).toBeFocused();
  await page.keyboard.type(', now');
  await expect(message).toHaveValue('please look at the parser, now too');

  await page.reload();
  await expect(message).toBeFocused();
  await page.keyboard.type('!');
  await expect(message).toHaveValue('please look at the parser, now too!');
});
