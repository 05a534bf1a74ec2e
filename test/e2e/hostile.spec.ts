import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { byPrompt } from '../support/by-prompt.ts';
import { hostile } from '../support/mcp-fixture.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { conversationProblems } from '../support/valid-conversation.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

const SERVERS = ['endless', 'chatter', 'alike', 'monstrous', 'odd-result', 'huge-result', 'silent-call', 'dies', 'good'];
const settings = {
  permissions: { allow: ['Bash', ...SERVERS.map((name) => `mcp__${name}`)] },
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'yes "{"', timeout: 60 }] }],
    PostToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'command', command: 'echo "{not json"' },
          { type: 'command', command: 'for i in 1 2 3 4 5; do (setsid sleep 300 &); sleep 300 & done; sleep 300', timeout: 1 },
        ],
      },
      { matcher: 'mcp__good__get', hooks: [{ type: 'command', command: 'sleep 300; : HOOK_TO_KILL' }] },
    ],
  },
};

/** Processes running in the folder, by their command line. */
function running(folder: string, what: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/u.test(name) || !readlinkSync(`/proc/${name}/cwd`).startsWith(folder)) return [];
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(what) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

async function kill9(folder: string, what: string): Promise<void> {
  await expect.poll(() => running(folder, what).length).toBeGreaterThan(0);
  for (const pid of running(folder, what)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It exited with the previous one.
    }
  }
}

test('hostile hooks, hostile servers and kills are each reported, every call is answered, and the session continues', async ({
  startHost,
}, info) => {
  test.skip(process.platform !== 'linux', 'looks for processes in /proc');
  test.slow();
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'hello',
        { blocks: [toolUse('b1', 'Bash', { command: 'echo hello' })] },
        { blocks: [text('The hooks were bad.')] },
        { blocks: ['monstrous', 'odd-result', 'huge-result', 'dies'].map((name, index) => toolUse(`c${index}`, `mcp__${name}__get`, {})) },
        { blocks: [text('The servers were worse.')] },
        { blocks: [toolUse('d1', 'mcp__silent-call__get', {})] },
        {
          blocks: [
            toolUse('e1', 'mcp__silent-call__get', {}),
            toolUse('e2', 'mcp__good__get', {}),
            toolUse('e3', 'Agent', { description: 'wait', prompt: 'Wait a while.' }),
          ],
        },
        { blocks: [text('All of them were killed.')] },
      ],
      ['Wait a while.', { blocks: [toolUse('s1', 'Bash', { command: 'sleep 301; true' })] }, { blocks: [text('I was cut short.')] }],
    ),
  );
  await using _ = server;
  const mcpServers = Object.fromEntries(SERVERS.map((name) => [name, hostile(name)]));
  const { page, projectDir } = await startHost({
    files: { '.mcp.json': JSON.stringify({ mcpServers }), '.claude/settings.local.json': JSON.stringify(settings) },
    env,
  });
  const { timeline, stop } = partsOf(page);
  await page.getByRole('button', { name: /^Trust/ }).click();

  await say(page, 'hello');
  await expect(page.getByText('The hooks were bad.')).toBeVisible();
  for (const said of [
    'yes "{" failed: it printed more than 4 MB and was ended.',
    'printed what begins like JSON and isn’t.',
    'took too long and was ended.',
  ])
    await expect(page.getByText(said)).toBeVisible();
  await expect(row(timeline, 'echo hello')).toHaveAttribute('data-state', 'done');
  await page.screenshot({ path: info.outputPath('hooks.png') });
  await expect.poll(() => running(projectDir, 'sleep 300')).toEqual([]);

  await say(page, 'And the servers?');
  await expect(page.getByText('The servers were worse.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('servers.png') });
  const results = JSON.stringify(server.requests.at(-1)?.body.messages.at(-1));
  for (const said of ['larger than 16 MB', 'isn’t as MCP wants it', 'persisted-output', 'out of memory']) expect(results).toContain(said);
  for (const [name, state] of [
    ['monstrous', 'failed'],
    ['odd-result', 'failed'],
    ['huge-result', 'done'],
    ['dies', 'failed'],
  ] as const)
    await expect(row(timeline, name)).toHaveAttribute('data-state', state);

  // A call that is never answered can be interrupted like any other.
  await say(page, 'And this one?');
  await expect(row(timeline, 'silent-call')).toHaveAttribute('data-state', 'running');
  await stop.click();
  await expect(row(timeline, 'silent-call')).toHaveAttribute('data-state', 'cancelled');
  await expect(stop).toBeHidden();

  await say(page, 'Now I kill them');
  const states = timeline.getByRole('row').filter({ hasText: 'silent-call' }).last();
  await expect(states).toHaveAttribute('data-state', 'running');
  await kill9(projectDir, 'sleep 301');
  await kill9(projectDir, 'HOOK_TO_KILL');
  await kill9(projectDir, 'hostile-mcp-server.ts silent-call');
  await expect(page.getByText('All of them were killed.')).toBeVisible();
  await expect(states).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText(/HOOK_TO_KILL.* failed: /u)).toBeVisible();
  expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain('connection is gone');
  await page.screenshot({ path: info.outputPath('killed.png') });
  for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
  for (const what of ['sleep 300', 'sleep 301', 'HOOK_TO_KILL']) await expect.poll(() => running(projectDir, what)).toEqual([]);

  await page.getByRole('button', { name: 'Settings' }).click();
  const rowOf = (name: string) => page.getByRole('listitem', { name: `MCP server ${name}` });
  await expect(rowOf('endless')).toContainText('list has no end: it was given up after 20 pages');
  await expect(rowOf('chatter')).toContainText('no MCP messages');
  await expect(rowOf('alike')).toContainText('c: it is listed twice; the first one counts');
  await expect(rowOf('good')).toContainText('Connected');
  await rowOf('alike').scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('settings.png') });
});
