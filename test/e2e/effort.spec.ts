import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('the effort is chosen beside the message box, by command and in the model’s list, and sent with the next request', async ({
  startHost,
}) => {
  const { server, env } = await startModel({ blocks: [text('One.')] }, { blocks: [text('Two.')] }, { blocks: [text('Three.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  const effort = page.getByRole('region', { name: 'Conversation' }).getByRole('combobox', { name: 'Effort' });
  await expect(effort).toContainText('Effort: Auto');
  await say(page, 'First');
  await expect(page.getByText('One.')).toBeVisible();

  await effort.click();
  await page.getByRole('option', { name: /^Low/ }).click();
  await expect(effort).toContainText('Low');
  await say(page, 'Second');
  await expect(page.getByText('Two.')).toBeVisible();

  await say(page, '/effort utmost');
  await expect(page.getByText('There is no effort “utmost”').first()).toBeVisible();
  await say(page, '/effort xhigh');
  await expect(effort).toContainText('Extra high');
  await expect(message).toHaveValue('');
  await say(page, 'Third');
  await expect(page.getByText('Three.')).toBeVisible();
  expect(server.requests.map(({ body }) => body.output_config)).toEqual([undefined, { effort: 'low' }, { effort: 'xhigh' }]);

  // A model that takes none has no choice.
  await say(page, '/effort');
  const dialog = page.getByRole('dialog', { name: 'Model' });
  await dialog.locator('summary').click();
  await expect(dialog.getByRole('combobox', { name: 'Effort' })).toContainText('Effort: Extra high');
  await dialog.getByRole('combobox', { name: 'Model of this session' }).fill('claude-haiku-4-5');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(effort).toBeHidden();
});
