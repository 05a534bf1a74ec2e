import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture, cliProgram } from './run-cli.ts';

const json = ['--output-format', 'stream-json'];
const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });

/** With neither a person nor background tasks to wait for. */
const OFFERED = [
  'Agent',
  'Bash',
  'Config',
  'CronCreate',
  'CronDelete',
  'CronList',
  'Edit',
  'EnterWorktree',
  'ExitWorktree',
  'Glob',
  'Grep',
  'NotebookEdit',
  'Read',
  'ReportFindings',
  'ScheduleWakeup',
  'SendMessage',
  'Sleep',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskStop',
  'TaskUpdate',
  'WebFetch',
  'Workflow',
  'Write',
];

describe('gatehouse run', () => {
  it('prints one JSON object per line, results in order, and requests only the conversation', async () => {
    await using server = await MessagesServer.start(
      {
        blocks: [
          text('Looking.'),
          toolUse('r1', 'Read', { file_path: 'a.txt' }),
          toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' }),
        ],
      },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture({ 'a.txt': 'hello\n' });
    const { code, lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...json], access(server));
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ type: 'system', subtype: 'init', cwd: cli.projectDir, permissionMode: 'default', mcp_servers: [] });
    expect(lines[0]?.['tools']).toEqual(OFFERED);
    const results = lines.flatMap((line) => (line['type'] === 'user' ? [JSON.stringify(line['message'])] : []));
    expect(results).toHaveLength(2);
    expect(results[0]).toContain('1\\thello');
    expect(results[1]).toContain('"is_error":true');
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      subtype: 'success',
      is_error: false,
      num_turns: 2,
      result: 'Done.',
      usage: { input_tokens: 20 },
      permission_denials: [{ tool_name: 'Write', tool_use_id: 'w1', tool_input: { file_path: 'b.txt', content: 'x' } }],
    });
    expect(existsSync(join(cli.projectDir, 'b.txt'))).toBe(false);
    expect(server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'POST /v1/messages',
      'POST /v1/messages',
    ]);
  });

  it.each<[string, string[], string[]]>([
    ['named', ['--tools', 'Read, Bash'], ['Bash', 'Read']],
    ['all', ['--tools', 'default'], OFFERED],
    ['none', ['--tools', ''], []],
    ['those of --bare', ['--bare'], ['Bash', 'Edit', 'Read']],
    ['those of --bare, listed', ['--bare', '--tools', 'Grep'], ['Grep']],
  ])('offers the requested tools: %s', async (_name, args, tools) => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture({ 'CLAUDE.md': 'Speak softly.' });
    const { code, lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...args, ...json], access(server));
    expect(code).toBe(0);
    expect(lines[0]?.['tools']).toEqual(tools);
    expect((server.requests[0]?.body.tools ?? []).map(({ name }) => name)).toEqual(tools);
    expect(JSON.stringify(server.requests[0]?.body.system).includes('Speak softly.')).toBe(!args.includes('--bare'));
  });

  it('reports an unknown tool and lists the known ones', async () => {
    using cli = new CliFixture();
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--tools', 'Read,Bash(ls),Nope']);
    expect(code).toBe(2);
    expect(stderr).toContain('--tools: there is no built-in tool “Bash(ls)”, “Nope”. There are Agent, Bash, Config, CronCreate,');
  });

  it('takes limits from the settings’ environment', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture();
    const settings = JSON.stringify({ env: { MAX_THINKING_TOKENS: '4000', CLAUDE_CODE_SIMPLE: '1' } });
    await cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', '--model', 'claude-haiku-4-5', '--settings', settings],
      access(server),
    );
    expect(server.requests[0]?.body.thinking).toEqual({ type: 'enabled', budget_tokens: 4000 });
    // The session's kind can't be changed by it.
    expect(server.requests[0]?.body.tools).toHaveLength(OFFERED.length);
  });

  it.each([
    ['', 'cancelled'],
    ['off', 'ran'],
  ])('a failed command cancels the calls after it as configured: %j', async (siblingAbort, expected) => {
    const calls = [toolUse('f1', 'Bash', { command: 'ls nofile' }), toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' })];
    await using server = await MessagesServer.start({ blocks: calls }, { blocks: [text('Done.')] });
    using cli = new CliFixture();
    const settings = JSON.stringify({ gatehouse: siblingAbort === '' ? {} : { siblingAbort } });
    await cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', '--permission-mode', 'acceptEdits', '--settings', settings, ...json],
      access(server),
    );
    expect(existsSync(join(cli.projectDir, 'b.txt')) ? 'ran' : 'cancelled').toBe(expected);
  });

  it('prints the last answer as text by default', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Just this.')] });
    using cli = new CliFixture();
    expect(await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], access(server))).toMatchObject({
      code: 0,
      stdout: 'Just this.\n',
      stderr: '',
    });
  });

  it('continues the last session', async () => {
    await using server = await MessagesServer.start({ blocks: [text('My name is Ada.')] }, { blocks: [text('As I said.')] });
    using cli = new CliFixture();
    const first = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'who?', ...json], access(server));
    const second = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'again?', '--resume', 'last', ...json], access(server));
    expect(second.lines[0]?.['session_id']).toBe(first.lines[0]?.['session_id']);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('My name is Ada.');
  });

  it('stops after --max-turns requests', async () => {
    const again = { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] };
    await using server = await MessagesServer.start(again, { blocks: [toolUse('r2', 'Read', { file_path: 'a.txt' })] });
    using cli = new CliFixture({ 'a.txt': '' });
    const { code, lines } = await cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', '--max-turns', '2', ...json],
      access(server),
    );
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({ subtype: 'error_max_turns', is_error: true, num_turns: 2 });
  });

  it('costs nothing with a script, so that no budget ends it', async () => {
    const turns = [
      { blocks: [{ type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } }] },
      { blocks: [{ type: 'text', text: 'Done.' }], then: 'end' },
    ];
    using cli = new CliFixture({ 'a.txt': 'x', 'script.json': JSON.stringify({ model: 'scripted', turns }) });
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--script', join(cli.projectDir, 'script.json'), ...json];
    const { lines } = await cli.run([...args, '--model', 'claude-opus-5-5', '--max-budget-usd', '0.000001']);
    expect(lines.at(-1)).toMatchObject({ subtype: 'success', result: 'Done.', total_cost_usd: 0 });
  });

  it('stops before the next request at --max-budget-usd, counting earlier runs of the session', async () => {
    const usage = { input_tokens: 0, output_tokens: 200_000 };
    await using server = await MessagesServer.start(
      { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })], usage },
      { blocks: [text('x')] },
    );
    using cli = new CliFixture({ 'a.txt': '' });
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--model', 'claude-opus-5-5', ...json];
    const first = await cli.run([...args, '--max-budget-usd', '3.5'], access(server));
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('The budget of $3.50 is used up: this session has cost $4.00.');
    expect(first.lines.at(-1)).toMatchObject({ subtype: 'error_max_budget_usd', is_error: true, num_turns: 1, total_cost_usd: 4 });
    const second = await cli.run([...args, '--resume', 'last', '--max-budget-usd', '4'], access(server));
    expect(second.lines.at(-1)).toMatchObject({ subtype: 'error_max_budget_usd', num_turns: 0 });
    expect(server.requests).toHaveLength(1);
    const third = await cli.run([...args, '--resume', 'last', '--max-budget-usd', '4.01'], access(server));
    expect(third.lines.at(-1)).toMatchObject({ subtype: 'success', result: 'x' });
  });

  it('reports that a model without a known price can’t have a budget, and requests nothing', async () => {
    await using server = await MessagesServer.start({ blocks: [text('x')] });
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--model', 'home-made', '--max-budget-usd', '1'];
    const { code, stderr } = await cli.run(args, access(server));
    expect(code).toBe(1);
    expect(stderr).toContain('The price of the model “home-made” isn’t known');
    expect(server.requests).toEqual([]);
  });

  it('fails with the reason when the server refuses the key', async () => {
    await using server = await MessagesServer.start({ status: 401, error: 'invalid x-api-key', type: 'authentication_error' });
    using cli = new CliFixture();
    const { code, stderr, lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...json], access(server));
    expect(code).toBe(1);
    expect(stderr).toContain('key');
    expect(lines.at(-1)).toMatchObject({ subtype: 'error_during_execution', is_error: true });
  });

  it('exits with 130 and a valid result when interrupted', async () => {
    await using server = await MessagesServer.start({ blocks: [text('I begin')], after: 'stall' });
    using cli = new CliFixture();
    let interrupted = false;
    const { code, lines } = await cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', ...json],
      access(server),
      (stdout, kill) => {
        if (interrupted || !stdout.includes('"subtype":"init"')) return;
        interrupted = true;
        void server.received(1).then(() => kill('SIGINT'));
      },
    );
    expect(code).toBe(130);
    expect(lines.at(-1)).toMatchObject({ type: 'result', subtype: 'error_during_execution' });
  });

  it('stops cleanly when its output is closed', async () => {
    const answer = { blocks: [toolUse('b1', 'Bash', { command: 'sleep 1' })] };
    await using server = await MessagesServer.start(answer, { blocks: [text('Never said.')], firstByteMs: 60_000 });
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--allowed-tools', 'Bash', ...json];
    const child = spawn(process.execPath, [await cliProgram(), ...args], {
      env: { ...process.env, ...access(server), HOME: cli.root, GATEHOUSE_HOME: join(cli.root, 'state') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(lastEvents(cli)).toContain('"outcome":"interrupted"');
  });

  it('applies its allow and deny options', async () => {
    const command = 'npm --version';
    await using server = await MessagesServer.start(
      { blocks: [toolUse('b1', 'Bash', { command }), toolUse('r1', 'Read', { file_path: 'a.txt' })] },
      { blocks: [text('ok')] },
    );
    using cli = new CliFixture({ 'a.txt': 'kept-from-the-model\n' });
    const lists = ['--allowed-tools', `Bash(${command})`, '--disallowed-tools', 'Read(a.txt)'];
    const { lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...lists, ...json], access(server));
    expect(lines.at(-1)).toMatchObject({ permission_denials: [{ tool_use_id: 'r1' }] });
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('kept-from-the-model');
  });

  it('ignores a repository’s allow rules before trust', async () => {
    const settings = JSON.stringify({ permissions: { allow: ['Write', 'Edit', 'Bash'], defaultMode: 'acceptEdits' } });
    const write = { blocks: [toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' })] };
    await using server = await MessagesServer.start(write, { blocks: [text('no')] }, write, { blocks: [text('yes')] });
    using cli = new CliFixture({ '.claude/settings.json': settings });
    await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], access(server));
    expect(existsSync(join(cli.projectDir, 'b.txt'))).toBe(false);
    await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--trust'], access(server));
    expect(existsSync(join(cli.projectDir, 'b.txt'))).toBe(true);
  });

  it.each([
    [['run'], '--project'],
    [['run', '--project', '.', '--prompt', 'x', '--permission-mode', 'yolo'], '--permission-mode takes'],
    [['run', '--project', '.', '--prompt', 'x', '--script', 'nowhere.json'], 'nowhere.json'],
    [['frobnicate'], 'no command'],
    [[], 'Which command'],
    [['serve', '--port', '99999'], '--port takes'],
  ])('exits with 2 for bad usage: %j', async (args, message) => {
    using cli = new CliFixture();
    const { code, stdout, stderr } = await cli.run(args);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.runIf(process.getuid?.() === 0)('refuses bypassPermissions as root, except in a sandbox', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' })] },
      { blocks: [text('ok')] },
    );
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--permission-mode', 'bypassPermissions'];
    expect(await cli.run(args, access(server))).toMatchObject({ code: 2, stderr: expect.stringContaining('IS_SANDBOX') });
    expect(await cli.run(args, { ...access(server), IS_SANDBOX: '1' })).toMatchObject({ code: 0 });
    expect(existsSync(join(cli.projectDir, 'b.txt'))).toBe(true);
  });
});

/** The end of the one session's log. */
function lastEvents({ root }: CliFixture): string {
  const [log = ''] = globSync(join(root, 'state/sessions/*/*/events.jsonl'));
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-3).join('\n');
}
