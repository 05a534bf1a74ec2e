import { expect, test } from './host.ts';

test('a key and server that are remembered are known after a restart, until they are forgotten', async ({ startHost }) => {
  const first = await startHost({ files: {} });
  const { page } = first;
  const form = page.getByRole('dialog', { name: 'Connect a model' });
  await page.getByRole('button', { name: 'Enter a key' }).click();
  await expect(form).toBeVisible();
  await form.getByLabel('API key').fill('sk-remembered');
  await form.getByRole('textbox', { name: 'Server', exact: true }).fill('http://127.0.0.1:9');
  await expect(form.getByRole('button', { name: 'Save until you quit' })).toBeVisible();
  await form.getByRole('checkbox', { name: /Remember key and server/ }).check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Saved, but it doesn’t work yet.')).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await first.stop('SIGTERM');

  const { page: second } = await startHost({ projectDir: first.projectDir });
  await expect(second.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await second.keyboard.press('ControlOrMeta+,');
  await expect(second.getByText('Remembered, encrypted in Gatehouse’s folder.')).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Server', exact: true })).toHaveValue('http://127.0.0.1:9');
  await expect(second.getByLabel('API key')).toHaveValue('');
  await second.getByRole('checkbox', { name: /Remember key and server/ }).uncheck();
  await second.getByRole('button', { name: 'Save until you quit' }).click();
  await expect(second.getByText('It is forgotten when you quit Gatehouse.')).toBeVisible();
});
