import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { conversationProblems } from '../support/valid-conversation.ts';
import { expect, test, type RunningHost } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(touch *)'] } });

/** Stands in for a full disk: a file size limit for the host process. */
function limitFiles({ process: { pid = 0 } }: RunningHost, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`]);
}

test('stops a session on a full disk with a message, loses nothing, and continues when there is space', async ({ startHost }) => {
  test.skip(process.platform !== 'linux', 'prlimit is Linux’s');
  const full = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    { blocks: [text('First this.'), toolUse('t1', 'Bash', { command: 'touch one.txt' })] },
    { blocks: [text('Now that.'), { ...toolUse('t2', 'Bash', { command: 'touch two.txt' }), until: full.promise }] },
    { blocks: [text('Went on.')] },
  );
  await using _ = server;
  const host = await startHost({ files: { '.claude/settings.json': SETTINGS }, env });
  const { page, projectDir, stateDir } = host;
  await page.getByRole('button', { name: 'Trust this folder' }).click();
  const { message, timeline, stop } = partsOf(page);
  const banner = page.getByRole('alert').filter({ hasText: 'This session can’t be saved' });
  await say(page, 'Make the files');
  await expect(page.getByText('Now that.')).toBeVisible();
  await expect(row(timeline, 'touch one.txt')).toHaveAttribute('data-state', 'done');

  limitFiles(host, statSync(logOf(stateDir)).size);
  full.resolve();
  await expect(banner).toContainText('Free up disk space');
  await expect(
    page.getByRole('alert').filter({ hasText: 'can’t be written: no file may grow so large here (EFBIG). Free some space' }),
  ).toContainText('The agent was stopped.');
  await expect(stop).toBeHidden();
  await expect(row(timeline, 'touch one.txt')).toHaveAttribute('data-state', 'done');
  expect(readdirSync(projectDir)).not.toContain('two.txt');

  // A window opened later is informed too, and what can't be sent stays in the box.
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(page.getByText('Now that.')).toBeVisible();
  await say(page, 'And now?');
  await expect(page.getByText('The message was not sent').first()).toBeVisible();
  await expect(message).toHaveValue('And now?');
  expect(server.requests).toHaveLength(2);

  limitFiles(host, 'unlimited');
  await expect(banner).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Went on.')).toBeVisible();
  await expect(message).toHaveValue('And now?');
  for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Go on from where it ended');
});

function logOf(stateDir: string): string {
  const sessions = join(stateDir, 'sessions');
  const [project = ''] = readdirSync(sessions);
  const [session = ''] = readdirSync(join(sessions, project));
  return join(sessions, project, session, 'events.jsonl');
}
