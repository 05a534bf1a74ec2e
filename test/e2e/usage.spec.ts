import { text, toolUse } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('shows a session’s cost, stops at a budget, and continues when it is raised', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r', 'Read', { file_path: 'a.txt' })], usage: { input_tokens: 500_000, output_tokens: 1000 } },
    { blocks: [text('All read.')], usage: { input_tokens: 1000, cache_read_input_tokens: 500_000 } },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a\n' }, env: { ...env, ANTHROPIC_MODEL: 'claude-opus-5-5' } });
  const panel = page.getByRole('dialog', { name: 'Usage and cost' });
  await page.getByRole('button', { name: /^Usage and cost/ }).click();
  await expect(panel).toContainText('Nothing has been sent yet.');
  await expect(panel).toContainText('No requests yet.');
  await panel.getByRole('textbox', { name: 'Limit in US dollars' }).fill('a lot');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Enter an amount above 0');
  await panel.getByRole('textbox', { name: 'Limit in US dollars' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('$0 of $1 spent');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await say(page, 'read it');
  await expect(page.getByText('The budget of $1 is used up: this session has cost $2.02.')).toBeVisible();
  expect(server.requests).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Usage and cost: 501K tokens, $2.02 of $1' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Raise to $4 and continue' }).click();
  await expect(page.getByText('All read.')).toBeVisible();

  await page.getByRole('button', { name: /^Usage and cost/ }).click();
  await expect(panel.getByRole('row', { name: /Main agent/ })).toContainText('500K');
  await expect(panel.getByRole('region', { name: 'Context' }).getByRole('listitem').first()).toBeVisible();
  await expectNoViolation(page, '[role="dialog"]');
  await panel.getByRole('button', { name: 'Remove limit' }).click();
  await expect(panel).toContainText('No limit.');
  // The control that opened it closes it too.
  await page.getByRole('button', { name: /^Usage and cost/ }).click();
  await expect(panel).toBeHidden();
});

test('changes the model by key for the session, and the default for new ones', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('As before.')] }, { blocks: [text('As another.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'hello');
  await expect(page.getByText('As before.')).toBeVisible();
  await message.focus();
  await page.keyboard.press('ControlOrMeta+Shift+m');
  const picker = page.getByRole('dialog', { name: 'Model' });
  await expect(picker.getByRole('option', { name: /^served-model/ })).toBeVisible();
  await expectNoViolation(page, '[role="dialog"]');
  await picker.getByRole('combobox').fill('home-made:7b');
  await expect(picker.getByRole('option')).toHaveText([/Use “home-made:7b”/]);
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(message).toBeFocused();
  await say(page, 'again');
  await expect(page.getByText('As another.')).toBeVisible();
  expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-opus-5-5', 'home-made:7b']);

  await page.getByRole('button', { name: 'Model: home-made:7b' }).click();
  await expect(picker).toContainText('New sessions use claude-opus-5-5, the built-in default.');
  await picker.getByRole('button', { name: 'Use home-made:7b for new sessions' }).click();
  await expect(picker).toContainText('New sessions use home-made:7b, set in your settings for all projects.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByText(/^What should the agent do in/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Model: home-made:7b' })).toBeVisible();
});

test('a scripted session says that it uses no model', async ({ startHost }) => {
  const { page } = await startHost({ demo: true });
  await page.getByRole('button', { name: 'Model: Scripted model, no network' }).click();
  await expect(page.getByRole('dialog', { name: 'Model' })).toContainText('follows a script');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Usage and cost/ }).click();
  await expect(page.getByRole('dialog', { name: 'Usage and cost' })).toContainText('costs nothing');
});
