import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { dropTextFile, paste } from './paste.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const write = (id: string, name = 'new.txt') => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });
const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

test('“Deny” ends the turn, and nothing is written', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [write('w1')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { deny, timeline, queue, message } = partsOf(page);
  await say(page, 'write it');
  await expect(queue).toContainText('new.txt');
  await deny.click();
  await expect(row(timeline, 'new.txt')).toHaveAttribute('data-state', 'denied');
  await expect(message).toBeEnabled();
  await expect(partsOf(page).stop).toBeHidden();
  expect(existsSync(join(projectDir, 'new.txt'))).toBe(false);
  expect(server.requests).toHaveLength(1);
});

test('a denial with a message is sent to the model, and the turn continues', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [write('w1')] }, { blocks: [text('Then I leave it.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await answerWithKey(page, 'Shift+D');
  const why = partsOf(page).queue.getByRole('textbox');
  await why.fill('Not in this folder, please');
  await why.press('Enter');
  await expect(page.getByText('Then I leave it.')).toBeVisible();
  const result = server.requests[1]?.body.messages.at(-1)?.content[0];
  expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'w1', is_error: true });
  expect(JSON.stringify(result)).toContain('Not in this folder, please');
  expect(existsSync(join(projectDir, 'new.txt'))).toBe(false);
});

test('a denial may contain images: the model sees them, and the conversation shows them', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [write('w1')] }, { blocks: [text('Now I see.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await answerWithKey(page, 'Shift+D');
  const { queue, message } = partsOf(page);
  const why = queue.getByRole('textbox');
  const attached = queue.getByRole('list', { name: 'Attachments' });
  await paste(why, { png: 90 });
  await expect(attached.getByRole('img')).toHaveCount(1);
  await paste(why, { png: 60 });
  await expect(attached.getByRole('img')).toHaveCount(2);
  await expectAccessible(page, 'a denial with images');
  await queue.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(attached.getByRole('img')).toHaveCount(1);
  // A file dropped on the panel goes with the answer, not into the message box.
  await dropTextFile(why, 'notes.txt');
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('“notes.txt” was not attached')).toBeVisible();
  await expect(message).toHaveValue('');
  await why.fill('It should look like this');
  await why.press('Enter');
  await expect(page.getByText('Now I see.')).toBeVisible();
  const sent = page.getByRole('article').filter({ hasText: 'Sent with a denial' });
  await expect(sent).toContainText('It should look like this');
  await expect(sent.getByRole('img')).toBeVisible();
  const [result, image, words] = server.requests[1]?.body.messages.at(-1)?.content ?? [];
  expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'w1', is_error: true });
  expect(JSON.stringify(result)).toContain('It should look like this');
  expect([image?.type, words?.text]).toEqual(['image', 'It should look like this']);
});

test('“Always allow” shows the rule, saves it to the chosen file, and doesn’t ask again', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [bash('b1', 'npm run lint')] },
    { blocks: [bash('b2', 'npm run lint')] },
    { blocks: [text('Both ran.')] },
  );
  await using _ = server;
  const scripts = { lint: 'echo linted' };
  const { page, projectDir } = await startHost({ files: { 'package.json': JSON.stringify({ scripts }) }, env });
  const { always, queue } = partsOf(page);
  await say(page, 'lint twice');
  await always.click();
  const rule = queue.getByRole('textbox', { name: 'Rule' });
  await expect(rule).toHaveValue(/^Bash\(npm run lint/);
  await queue.getByRole('button', { name: 'Save rule and allow' }).click();
  await expect(page.getByText('Both ran.')).toBeVisible();
  const saved: unknown = JSON.parse(readFileSync(join(projectDir, '.claude/settings.local.json'), 'utf8'));
  expect(saved).toMatchObject({ permissions: { allow: [expect.stringMatching(/^Bash\(npm run lint/)] } });
});

test('“Always allow” offers the command as it is before all like it, and the session key takes the narrow one', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [bash('b1', 'pip install --no-such-option a')] },
    { blocks: [bash('b2', 'pip install --no-such-option b')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': '' }, env });
  const { always, queue } = partsOf(page);
  await say(page, 'install');
  await always.click();
  const rule = queue.getByRole('textbox', { name: 'Rule' });
  const choices = queue.getByRole('group', { name: 'What to allow' }).getByRole('radio');
  await expect(choices).toHaveCount(2);
  await expect(choices.first()).toBeChecked();
  await expect(rule).toHaveValue('Bash(pip install --no-such-option a)');
  await choices.last().check();
  await expect(rule).toHaveValue('Bash(pip install *)');
  // A rule that was changed is none of those offered.
  await rule.fill('Bash(pip install --no-such-option *)');
  const edited = queue.getByRole('radio', { name: 'As edited below' });
  await expect(edited).toBeChecked();
  await choices.first().check();
  await expect(rule).toHaveValue('Bash(pip install --no-such-option a)');
  await edited.check();
  await expect(rule).toHaveValue('Bash(pip install --no-such-option *)');
  await queue.getByRole('button', { name: 'Cancel' }).click();
  await answerWithKey(page, 't');
  await expect(queue).toContainText('pip install --no-such-option b');
});

test('several asks wait in parallel, and the queue shows their number', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'npm run a'), bash('b2', 'npm run b')] }, { blocks: [text('done')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'package.json': '{"scripts":{"a":"echo A","b":"echo B"}}' }, env });
  const { queue } = partsOf(page);
  await say(page, 'both');
  await expect(queue).toContainText('npm run a');
  await answerWithKey(page, 'a');
  await expect(queue).toContainText('npm run b');
  await answerWithKey(page, 'a');
  await expect(page.getByText('done', { exact: true })).toBeVisible();
});

test('keys typed into the message box never answer an ask', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [write('w1')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { allow, message } = partsOf(page);
  await say(page, 'write it');
  await expect(allow).toBeEnabled();
  await message.focus();
  await page.keyboard.type('a d a');
  await expect(message).toHaveValue('a d a');
  await expect(allow).toBeVisible();
  expect(existsSync(join(projectDir, 'new.txt'))).toBe(false);
});

test('shows hidden and misleading characters visibly', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [bash('b1', 'echo safe \u202e#; touch x\u200b')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'go');
  const { queue } = partsOf(page);
  await expect(queue).toContainText('U+202E');
  await expect(queue).toContainText('ZWSP');
});

test('a malformed rule can’t be saved, and a rule that misses the call says so', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'src/new.txt')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { always, queue } = partsOf(page);
  await say(page, 'write it');
  await always.click();
  const rule = queue.getByRole('textbox', { name: 'Rule' });
  const save = queue.getByRole('button', { name: 'Save rule and allow' });
  await rule.fill('Edit(src');
  await expect(save).toBeDisabled();
  await expect(queue).toContainText('Not a rule');
  await rule.press('Enter');
  await rule.fill('Bash(*)');
  await expect(queue).toContainText('Doesn’t cover this call');
  await expect(queue).toContainText('Very broad');
  await expect(save).toBeEnabled();
  expect(existsSync(join(projectDir, '.claude/settings.local.json'))).toBe(false);
  expect(existsSync(join(projectDir, 'src/new.txt'))).toBe(false);
});
