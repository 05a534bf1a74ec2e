import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byPrompt } from '../../support/by-prompt.ts';
import { hostile, EVERYTHING } from '../../support/mcp-fixture.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
const everything = { command: process.execPath, args: [EVERYTHING, 'stdio'] };
const servers = (mcpServers: object) => ['--mcp-config', JSON.stringify({ mcpServers })];
const note = { type: 'command', command: 'cat >> seen.jsonl' };
const hookPrinting = (event: string, fields: object) => ({
  type: 'command',
  command: `cat > /dev/null; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`,
});
const settings = (hooks: object, more: object = {}) => ['--settings', JSON.stringify({ hooks, ...more })];
const run = (cli: CliFixture, prompt: string) => ['run', '--project', cli.projectDir, '--prompt', prompt, '--output-format', 'stream-json'];

function seen(cli: CliFixture): Record<string, unknown>[] {
  const lines = readFileSync(join(cli.projectDir, 'seen.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

function resultOf(server: MessagesServer, id: string): string {
  const blocks = server.requests.flatMap(({ body }) => body.messages.flatMap(({ content }) => content));
  return JSON.stringify(blocks.find(({ tool_use_id }) => tool_use_id === id)?.content ?? null);
}

const task = (prompt: string, more: object = {}) => ({ description: 'd', prompt, subagent_type: 'general-purpose', ...more });

describe('hooks, MCP servers and sub-agents together', () => {
  it('have no effect and are reported in an untrusted folder; its deny rules apply', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('b1', 'Bash', { command: 'touch made; env > seen.env' }), toolUse('r1', 'Read', { file_path: 'secret.txt' })] },
      { blocks: [text('Done.')] },
    );
    const touch = (file: string) => ({ type: 'command', command: `touch ${file}` });
    const all = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'];
    using cli = new CliFixture({
      'secret.txt': 's',
      '.mcp.json': JSON.stringify({ mcpServers: { build: hostile('good') } }),
      '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps.\npermissionMode: bypassPermissions\n---\nYou help.',
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['Bash'], deny: ['Read(secret.txt)'], defaultMode: 'bypassPermissions' },
        env: { FROM_REPOSITORY: '1' },
        hooks: Object.fromEntries(all.map((event) => [event, [{ hooks: [touch(`ran-${event}`)] }]])),
        enableAllProjectMcpServers: true,
      }),
    });
    const { code, stderr, lines } = await cli.run(run(cli, 'Begin.'), access(server));
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ permissionMode: 'default' });
    for (const words of [
      '--trust',
      'allows Bash',
      'FROM_REPOSITORY',
      'the mode Bypass (bypassPermissions)',
      'MCP server build',
      'agent “helper”',
      'ran-Stop',
    ])
      expect(stderr).toContain(words);
    expect(readdirSync(cli.projectDir).toSorted()).toEqual(['.claude', '.mcp.json', 'secret.txt']);
    expect(resultOf(server, 'b1')).toContain('Nobody can be asked');
    expect(resultOf(server, 'r1')).toContain('denied');
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).not.toContain('mcp__build');
    expect(sent).not.toContain('helper: Helps.');
  });

  it('a hook rewrites a sub-agent’s MCP input, which is validated like any other', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Begin', { blocks: [toolUse('m1', 'Agent', task('Ask it.'))] }, { blocks: [text('Done.')] }],
        [
          'Ask it.',
          {
            blocks: [
              toolUse('s1', 'mcp__everything__echo', { message: 'as asked' }),
              toolUse('s2', 'mcp__everything__get-sum', { a: 1, b: 2 }),
            ],
          },
          { blocks: [text('I did.')] },
        ],
      ),
    );
    using cli = new CliFixture();
    const { code, stderr } = await cli.run(
      [
        ...run(cli, 'Begin.'),
        ...servers({ everything }),
        '--allowed-tools',
        'mcp__everything',
        ...settings({
          PreToolUse: [
            { matcher: 'mcp__everything__.*', hooks: [note] },
            { matcher: 'mcp__everything__echo', hooks: [hookPrinting('PreToolUse', { updatedInput: { message: 'as rewritten' } })] },
            { matcher: 'mcp__everything__get-sum', hooks: [hookPrinting('PreToolUse', { updatedInput: { a: 'x' } })] },
          ],
          SubagentStart: [{ hooks: [note] }],
          SubagentStop: [{ matcher: 'general-purpose', hooks: [note] }],
          SessionStart: [{ hooks: [note] }],
        }),
      ],
      access(server),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(resultOf(server, 's1')).toContain('Echo: as rewritten');
    expect(resultOf(server, 's2')).toContain('InputValidationError');
    const [session, ...ofAgent] = seen(cli);
    expect(session).toMatchObject({ hook_event_name: 'SessionStart', source: 'startup' });
    expect(session).not.toHaveProperty('agent_id');
    expect(ofAgent.map(({ hook_event_name }) => hook_event_name)).toEqual(['SubagentStart', 'PreToolUse', 'PreToolUse', 'SubagentStop']);
    expect(new Set(ofAgent.map(({ agent_id }) => agent_id)).size).toBe(1);
    for (const input of ofAgent) expect(input).toMatchObject({ agent_id: expect.stringMatching(/^a/u), agent_type: 'general-purpose' });
    expect(ofAgent.at(-1)).toMatchObject({
      last_assistant_message: 'I did.',
      agent_transcript_path: expect.stringMatching(/events\.jsonl$/u),
    });
  });

  it('variables that SessionStart and CwdChanged hooks write to CLAUDE_ENV_FILE reach later commands, never executed', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Begin',
          { blocks: [toolUse('b1', 'Bash', { command: 'echo "<$GREETING>"; mkdir sub; cd sub' })] },
          { blocks: [toolUse('m1', 'Agent', task('Look.'))] },
          { blocks: [text('Done.')] },
        ],
        ['Look.', { blocks: [toolUse('s1', 'Bash', { command: 'echo "<$GREETING $WHERE>"' })] }, { blocks: [text('I did.')] }],
      ),
    );
    using cli = new CliFixture();
    const leave = (lines: string) => ({ type: 'command', command: `printf '%s\\n' ${lines} >> "$CLAUDE_ENV_FILE"` });
    const { lines } = await cli.run(
      [
        ...run(cli, 'Begin.'),
        '--allowed-tools',
        'Bash',
        ...settings({
          SessionStart: [{ hooks: [leave(`'export GREETING="good morning"' 'touch ran' 'export LD_PRELOAD=x'`)] }],
          CwdChanged: [{ hooks: [leave(`'export WHERE=moved'`)] }],
        }),
      ],
      access(server),
    );
    expect(lines.at(-1)).toMatchObject({ subtype: 'success' });
    expect(resultOf(server, 'b1')).toContain('<good morning>');
    expect(resultOf(server, 's1')).toContain('<good morning moved>');
    expect(existsSync(join(cli.projectDir, 'ran'))).toBe(false);
  });

  it('SubagentStart runs once per agent, however often it is resumed', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Begin',
          { blocks: [toolUse('m1', 'Agent', task('Wait.', { name: 'bob' }))] },
          { blocks: [toolUse('m2', 'SendMessage', { to: 'bob', message: 'More.', summary: 's' })] },
          { blocks: [text('Sent.')] },
          { blocks: [text('Heard.')] },
          { blocks: [text('Resumed.')] },
          { blocks: [text('Forked.')] },
        ],
        ['Wait.', { blocks: [text('One.')] }, { blocks: [text('Two.')] }],
      ),
    );
    using cli = new CliFixture();
    const hooks = settings({ SubagentStart: [{ hooks: [note] }], SubagentStop: [{ hooks: [note] }], SessionStart: [{ hooks: [note] }] });
    await cli.run([...run(cli, 'Begin.'), ...hooks], access(server));
    const named = () => seen(cli).map(({ hook_event_name, source }) => source ?? hook_event_name);
    expect(named()).toEqual(['startup', 'SubagentStart', 'SubagentStop', 'SubagentStop']);
    await cli.run([...run(cli, 'Go on.'), ...hooks, '--resume', 'last'], access(server));
    await cli.run([...run(cli, 'Go on.'), ...hooks, '--resume', 'last', '--fork-session'], access(server));
    expect(named().slice(4)).toEqual(['resume', 'fork']);
  });

  it('a hook blocks a compaction; otherwise PostCompact and SessionStart run after it', async () => {
    const answers = () => [
      { blocks: [text('One.')], usage: { input_tokens: 150_000 } },
      // The first request of the second turn is the summary unless blocked.
      { blocks: [text('Summary or two.')] },
      { blocks: [text('Three.')] },
    ];
    for (const blocks of [true, false]) {
      await using server = await MessagesServer.start(...answers());
      using cli = new CliFixture();
      const hooks = settings(
        {
          PreCompact: [{ matcher: 'auto', hooks: [note, ...(blocks ? [{ type: 'command', command: 'echo not now >&2; exit 2' }] : [])] }],
          PostCompact: [{ hooks: [note] }],
          SessionStart: [{ matcher: 'compact', hooks: [note, hookPrinting('SessionStart', { additionalContext: 'Remember the milk.' })] }],
        },
        { autoCompactWindow: 100_000 },
      );
      const env = access(server);
      await cli.run([...run(cli, 'One.'), ...hooks], env);
      const second = await cli.run([...run(cli, 'Two.'), '--resume', 'last', ...hooks], env);
      expect(second.code).toBe(0);
      const events = seen(cli).map(({ hook_event_name, trigger, source }) => [hook_event_name, trigger ?? source]);
      const last = server.requests.at(-1)?.text ?? '';
      if (blocks) {
        expect(events).toEqual([['PreCompact', 'auto']]);
        expect(last).toContain('One.');
        expect(second.stdout).not.toContain('compact_boundary');
      } else {
        expect(events).toEqual([
          ['PreCompact', 'auto'],
          ['PostCompact', 'auto'],
          ['SessionStart', 'compact'],
        ]);
        expect(last).toContain('Summary or two.');
        expect(last).toContain('Remember the milk.');
      }
    }
  });

  it('a hostile server, a hostile hook and an endless agent: the session ends normally and reports them', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Begin',
          {
            blocks: [toolUse('m1', 'Agent', task('Talk.')), toolUse('m2', 'mcp__huge__get', {}), toolUse('m3', 'mcp__monstrous__get', {})],
          },
          { blocks: [text('Done.')] },
        ],
        ['Talk.', { blocks: [toolUse('s1', 'mcp__mad__get', {})] }, { blocks: [text('y'.repeat(400_000))] }],
      ),
    );
    using cli = new CliFixture();
    const { code, stderr, lines, stdout } = await cli.run(
      [
        ...run(cli, 'Begin.'),
        ...servers({
          huge: hostile('huge-result'),
          monstrous: hostile('monstrous'),
          mad: hostile('odd-result'),
          dumb: hostile('exits'),
        }),
        '--allowed-tools',
        'mcp__huge,mcp__monstrous,mcp__mad',
        ...settings({
          PreToolUse: [{ hooks: [{ type: 'command', command: 'yes "{" ', timeout: 20 }] }],
          PostToolUse: [{ hooks: [{ type: 'command', command: 'echo "{not json"' }] }],
          SubagentStop: [{ hooks: [{ type: 'command', command: 'sleep 300 & sleep 300', timeout: 1 }] }],
        }),
      ],
      access(server),
    );
    expect(code).toBe(0);
    expect(stderr).toContain('dumb (failed)');
    expect(lines.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'Done.' });
    for (const id of ['m1', 'm2', 'm3', 's1']) expect(resultOf(server, id)).not.toBe('null');
    expect(resultOf(server, 'm1').length).toBeLessThan(200_000);
    expect(resultOf(server, 'm2')).toContain('persisted-output');
    expect(stdout.length).toBeGreaterThan(0);
    expect(existsSync(join(cli.projectDir, 'calls.log'))).toBe(true);
  });
});
