import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('compacts a conversation on demand, keeps all of it visible, and shows the summary at the divider', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('The parser is built.')], usage: { input_tokens: 42_000 } },
    { blocks: [text('## Done\nThe parser, as agreed.')], usage: { input_tokens: 42_500 } },
    { blocks: [text('Going on.')], usage: { input_tokens: 900 } },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'Build the parser. Never push.');
  await expect(page.getByText('The parser is built.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Usage and cost: 42K tokens/ })).toBeVisible();

  await say(page, '/compact Keep the agreements.');
  const divider = page.getByRole('region', { name: 'Compacted here' });
  await expect(divider).toContainText(/Compacted here, 42K → .* tokens/);
  await expect(message).toHaveValue('');
  await expect(page.getByText('The parser is built.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Keep the agreements.');

  await expect(page.getByText('The parser, as agreed.')).toBeHidden();
  await divider.getByRole('button', { name: 'Show summary' }).press('Enter');
  await expect(page.getByText('The parser, as agreed.')).toBeVisible();

  await say(page, 'go on');
  await expect(page.getByText('Going on.')).toBeVisible();
  const sent = JSON.stringify(server.requests[2]?.body.messages);
  expect(sent).toContain('Never push.');
  expect(sent).not.toContain('The parser is built.');
  await page.reload();
  await expect(divider).toBeVisible();
});

test('a conversation that no longer fits offers ways out, and its last message can be edited', async ({ startHost }, info) => {
  const tooLong = { status: 400, type: 'invalid_request_error', error: 'prompt is too long: 210000 tokens > 200000 maximum' };
  const { server, env } = await startModel(...Array.from({ length: 8 }, () => tooLong));
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Read everything there is');
  const notice = page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
  await expect(notice).toContainText('no longer fits');
  await expect(notice.getByRole('button', { name: 'Compact' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('too-long.png') });
  await notice.getByRole('button', { name: 'Change model' }).click();
  await expect(page.getByRole('dialog', { name: 'Model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Edit the last message' }).click();
  await expect(partsOf(page).message).toHaveValue('Read everything there is');
  await partsOf(page).message.press('Enter');
  await expect(page.getByRole('region', { name: 'Rewound' })).toBeVisible();
});

test('explains why compaction isn’t possible yet, and keeps the text in the box', async ({ startHost }) => {
  const { server, env } = await startModel();
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, '/compact');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('There is nothing to compact yet.');
  await expect(partsOf(page).message).toHaveValue('/compact');
});

test('editing a sent message replaces it when it is sent, not before', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('First answer.')] },
    { blocks: [text('Second answer.')] },
    { blocks: [text('Better answer.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'first');
  await expect(page.getByText('First answer.')).toBeVisible();
  await say(page, 'secnd');
  await expect(page.getByText('Second answer.')).toBeVisible();

  // While the agent works, nothing can be rewound.
  await expect(partsOf(page).stop).toBeHidden();
  // By keyboard alone.
  await page.getByRole('button', { name: 'Message actions' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /Edit and resend/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue('secnd');
  await expect(message).toBeFocused();
  await expect(page.getByText('Second answer.')).toBeVisible();
  const editing = page.getByText('Sending replaces the message that you edit');
  await expect(editing).toBeVisible();

  // Nothing is lost: Escape puts back what was in the box, and what was changed can be brought back.
  await message.press('Escape');
  await expect(editing).toBeHidden();
  await expect(message).toHaveValue('');
  await message.fill('a later thought');
  await page.getByRole('button', { name: 'Message actions' }).last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Edit and resend/ }).press('Enter');
  await expect(message).toHaveValue('secnd');
  await message.fill('second');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(message).toHaveValue('a later thought');
  await expect(page.getByText('Second answer.')).toBeVisible();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(message).toHaveValue('second');
  await message.press('Enter');
  await expect(page.getByText('Better answer.')).toBeVisible();
  await expect(message).toHaveValue('a later thought');
  await expect(editing).toBeHidden();
  await expect(page.getByText('Second answer.')).toBeHidden();

  const past = page.getByRole('region', { name: 'Rewound' });
  await past.getByRole('button', { name: 'Show' }).click();
  await expect(past.getByText('Second answer.')).toBeVisible();
  await expect(past.getByRole('button', { name: 'Message actions' })).toHaveCount(0);
  await past.getByRole('button', { name: 'Hide' }).click();

  const sent = JSON.stringify(server.requests[2]?.body.messages);
  expect(sent).toContain('First answer.');
  expect(sent).not.toContain('secnd');
});

test('a session forked from a message or from its end diverges from the original', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('First answer.')] },
    { blocks: [text('Second answer.')] },
    { blocks: [text('Other answer.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'first');
  await expect(page.getByText('First answer.')).toBeVisible();
  await say(page, 'second');
  await expect(page.getByText('Second answer.')).toBeVisible();

  const sessions = page.getByRole('button', { name: /^Sessions, now/ });
  await page.getByRole('log', { name: 'Messages' }).getByText('second', { exact: true }).hover();
  await page.getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: /Fork from here/ }).click();
  await expect(sessions).toHaveText('first (fork)');
  await expect(message).toHaveValue('second');
  await expect(page.getByText('Forked from “first”.')).toBeVisible();
  await expect(page.getByText('First answer.')).toBeVisible();
  await expect(page.getByText('Second answer.')).toBeHidden();
  await message.fill('otherwise');
  await message.press('Enter');
  await expect(page.getByText('Other answer.')).toBeVisible();

  await sessions.click();
  await page.getByRole('menuitem', { name: /^first(?! \(fork\))/ }).click();
  await expect(page.getByText('Second answer.')).toBeVisible();
  await expect(page.getByText('Other answer.')).toBeHidden();

  await sessions.click();
  await page.getByRole('menuitem', { name: 'Fork session' }).click();
  await expect(page.getByText('Forked from “first”.')).toBeVisible();
  await expect(page.getByText('Second answer.')).toBeVisible();
});
