import { AxeBuilder } from '@axe-core/playwright';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { holdCommand } from './connection.ts';
import { paste } from './paste.ts';
import { partsOf, say, startModel } from './window.ts';

test('“@” completes file names, hides denied files, and attaches the chosen file', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Read.')] });
  await using _ = server;
  const { page } = await startHost({
    files: {
      'src/tides/parse.ts': 'export const low = 1;\n',
      'src/chart.ts': '',
      'secrets/parse.key': 'TOP SECRET',
      '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Read(secrets/**)'] } }),
    },
    env,
  });
  const { message } = partsOf(page);
  await message.pressSequentially('Look at @parse');
  const files = page.getByRole('listbox', { name: 'Files and resources' });
  await expect(files.getByRole('option')).toHaveText([/parse\.ts/]);
  expect((await new AxeBuilder({ page }).include('[aria-label="Conversation"]').analyze()).violations).toEqual([]);
  await message.press('Enter');
  await expect(message).toHaveValue('Look at @src/tides/parse.ts ');
  await expect(files).toBeHidden();
  await message.press('Enter');
  await expect(page.getByText('Read.')).toBeVisible();
  await expect(page.getByText('src/tides/parse.ts', { exact: true })).toBeVisible();
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('export const low = 1;');
});

test('keys in the file list choose a file, close the list and enter folders', async ({ startHost }) => {
  const { page } = await startHost({ files: { 'docs/a.md': '', 'docs/b.md': '' } });
  const { message } = partsOf(page);
  await message.pressSequentially('@docs');
  const files = page.getByRole('listbox', { name: 'Files and resources' });
  await expect(files.getByRole('option').first()).toHaveText('docs/');
  await message.press('Tab');
  await expect(message).toHaveValue('@docs/');
  await expect(files.getByRole('option', { name: /b\.md/ })).toBeVisible();
  await message.press('Escape');
  await expect(files).toBeHidden();
  // After closing, the keys belong to the box again.
  await message.press('Shift+Enter');
  await expect(message).toHaveValue('@docs/\n');
});

test('pasted images show as thumbnails, are downscaled for the model, and can be removed', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('A tide.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  const attachments = page.getByRole('list', { name: 'Attachments' });
  await paste(message, { png: 60 });
  // The smaller image is first, however long the other takes to downscale.
  await expect(attachments.getByRole('img')).toHaveCount(1);
  await paste(message, { png: 4000 });
  await expect(attachments.getByRole('img')).toHaveCount(2);
  await attachments.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(attachments.getByRole('img')).toHaveCount(1);
  await expect(attachments.getByRole('img')).toHaveJSProperty('naturalWidth', 1568);
  await say(page, 'What is this?');
  await expect(page.getByText('A tide.')).toBeVisible();
  await expect(attachments).toBeHidden();
  await expect(page.getByRole('article', { name: 'You' }).getByRole('img')).toBeVisible();
  expect(server.requests[0]?.body.messages[0]?.content.map(({ type }) => type)).toEqual(['image', 'text']);
});

test('a pasted megabyte is shown as an attachment and sent whole', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Long.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await paste(message, { words: 'tide and time\n'.repeat(75_000) });
  await expect(message).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText(/Pasted text.*1MB/);
  await message.fill('Sum it up');
  await message.press('Enter');
  await expect(page.getByText('Long.')).toBeVisible();
  await expect(page.getByText('75,001 lines')).toBeVisible();
  expect(JSON.stringify(server.requests[0]?.body.messages).length).toBeGreaterThan(1_000_000);
});

test('Up recalls sent messages, and an unsent draft survives a reload', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('One.')] }, { blocks: [text('Two.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'first words');
  await expect(page.getByText('One.')).toBeVisible();
  await say(page, 'second words');
  await expect(page.getByText('Two.')).toBeVisible();
  await message.press('ArrowUp');
  await expect(message).toHaveValue('second words');
  await message.press('ArrowUp');
  await expect(message).toHaveValue('first words');
  await message.press('ArrowDown');
  await message.press('ArrowDown');
  await expect(message).toHaveValue('');
  await message.fill('half a thou');
  await page.reload();
  await expect(message).toHaveValue('half a thou');
  // In typed text the key moves the caret.
  await message.press('ArrowUp');
  await expect(message).toHaveValue('half a thou');
});

test('a message sent before the session is open survives a reload', async ({ page, startHost }) => {
  const opening = await holdCommand(page, 'session.open');
  const { url } = await startHost({ files: {}, noPage: true });
  await page.goto(url);
  const { message } = partsOf(page);
  await expect(message).toBeEditable();
  await say(page, 'Go on');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Go on');
  await opening.hold();
  await page.reload();
  await say(page, 'Then that');
  await expect(message).toHaveValue('');
  await message.fill('and n');
  await page.reload();
  await expect(message).toHaveValue('Then that\nand n');
});

test('a long text has the whole width of the box; sent, it shows its start, and its find result all of it', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Seen.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  const width = async () => (await message.boundingBox())?.width ?? 0;
  await message.fill('Short');
  const beside = await width();
  await message.fill('A text that takes several lines, because it says in detail what the agent should do and what not.');
  await expect.poll(width).toBeGreaterThan(beside + 60);
  const log = Array.from({ length: 120 }, (_line, at) => `Row ${at} of the log`);
  await say(page, log.join('\n'));
  await expect(page.getByText('Seen.')).toBeVisible();
  const sent = page.getByRole('article', { name: 'You' });
  await expect(sent).toContainText('Row 11 of');
  await expect(sent).not.toContainText('Row 12 of');
  await sent.getByRole('button', { name: 'Show all 120 lines' }).click();
  await expect(sent).toContainText('Row 119 of');
  await sent.getByRole('button', { name: 'Show less' }).click();
  await expect(sent).not.toContainText('Row 12 of');
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('Row 99 of');
  await expect(sent).toContainText('Row 99 of');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
});
