import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('Escape in the message box stops the agent, after everything that Escape closes', async ({ startHost }) => {
  const never = new Promise<void>(() => undefined);
  const { server, env } = await startModel(
    { blocks: [{ ...text('Late.'), until: never }] },
    { blocks: [{ ...text('Later.'), until: never }] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'docs/a.md': '' }, env });
  const { message, stop } = partsOf(page);
  await say(page, 'Take your time');
  await expect(stop).toBeVisible();

  // An open list.
  await message.pressSequentially('@docs');
  const files = page.getByRole('listbox', { name: 'Files and resources' });
  await expect(files.getByRole('option').first()).toBeVisible();
  await message.press('Escape');
  await expect(files).toBeHidden();
  // A menu, and the dialog of commands.
  await page.getByRole('button', { name: /^Sessions, now/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await message.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(message).toBeFocused();
  // The search of the conversation, from its own field and from the message box.
  await page.keyboard.press('ControlOrMeta+f');
  const find = page.getByRole('textbox', { name: 'Find in the conversation' });
  await expect(find).toBeFocused();
  await message.focus();
  await message.press('Escape');
  await expect(find).toBeHidden();
  await expect(message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+f');
  await find.press('Escape');
  await expect(find).toBeHidden();
  // An input method, and a key that is held.
  await message.focus();
  await page.evaluate(`for (const init of [{ isComposing: true }, { keyCode: 229 }, { repeat: true }])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init }))`);
  await expect(stop).toBeVisible();
  expect(server.requests).toHaveLength(1);

  await message.press('Escape');
  await expect(stop).toBeHidden();
  // What is written stays, and without a running agent the key does nothing.
  await expect(message).toHaveValue('@docs');
  await message.press('Escape');
  await message.fill('');
  await say(page, 'Once more');
  await expect(stop).toBeVisible();
  await message.press('Escape');
  await expect(stop).toBeHidden();
});
