import { renameSync } from 'node:fs';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(cat *)'], deny: ['Bash(curl *)'] } });

test('reports a project folder deleted during work, loses nothing, and continues when it is back', async ({ startHost }) => {
  const gone = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'cat a.txt' })] },
    { blocks: [{ ...toolUse('b2', 'Bash', { command: 'cat a.txt' }), until: gone.promise }] },
    { blocks: [text('It is not there.')] },
    { blocks: [toolUse('b3', 'Bash', { command: 'cat a.txt' })] },
    { blocks: [text('Found it.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': 'hello\n', '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'The project folder is missing' });
  const { message, timeline } = partsOf(page);
  await say(page, 'Read the file');
  await expect(row(timeline, 'cat a.txt')).toHaveAttribute('data-state', 'done');

  renameSync(projectDir, `${projectDir}-away`);
  await expect(banner).toContainText('The agent is working');
  await expect(banner.getByRole('button', { name: 'Stop the agent' })).toBeVisible();
  gone.resolve();
  await expect(page.getByText('It is not there.')).toBeVisible();
  expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain('no longer exists');
  await expect(banner).toContainText('continues when the folder is back');

  // Doesn't send what could only fail; the text stays.
  await say(page, 'And now?');
  await expect(page.getByText('The message was not sent').first()).toBeVisible();
  await expect(message).toHaveValue('And now?');
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(page.getByText('It is not there.')).toBeVisible();
  expect(server.requests).toHaveLength(3);

  renameSync(`${projectDir}-away`, projectDir);
  await expect(banner).toBeHidden();
  await say(page, 'And now?');
  await expect(page.getByText('Found it.')).toBeVisible();
  expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain('hello');
});
