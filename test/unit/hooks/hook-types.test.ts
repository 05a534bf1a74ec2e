import { describe, expect, it } from 'vitest';
import { filledIn } from '#main/hooks/mcp-tool-hook.ts';
import { HookRunner } from '#main/hooks/hook-runner.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { EVERYTHING, hostile, McpFixture } from '#test/support/mcp-fixture.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { HookFixture, hookOn, NO_HOOKS } from './hook-fixture.ts';

const isJudging = ({ system }: RequestBody): boolean => JSON.stringify(system ?? '').includes('judge one event');
/** Answers of the model that judges, and of the main conversation. */
const answers = (judgement: string, ...others: Parameters<typeof MessagesServer.start>) => {
  const left = [...others];
  return Array.from({ length: 20 }, () => (body: RequestBody) => {
    if (isJudging(body)) return { blocks: [text(judgement)] };
    const next = left.shift();
    return typeof next === 'function' ? next(body) : (next ?? { blocks: [text('ok')] });
  });
};

describe('a prompt hook', () => {
  const call = { blocks: [toolUse('c1', 'Look', { text: 'secret plan' })] };
  const session = async (server: MessagesServer, handler: Partial<HookHandlerSettings>) => {
    const ran: string[] = [];
    const fixture = new TestSession({
      url: server.url,
      tools: [testTool('Look', { readOnly: true, run: () => (ran.push('ran'), 'seen') })],
      hooks: [hookOn('PreToolUse', { type: 'prompt', prompt: 'Is this harmless? $ARGUMENTS', ...handler })],
    });
    return { fixture, ran };
  };

  it.each([
    ['{"ok": false, "reason": "it looks at secrets"}', [], 'blocked'],
    ['```json\n{"ok": false, "reason": "it looks at secrets"}\n```', [], 'blocked'],
    ['{"ok": true}', ['ran'], 'ok'],
    ['Sure, go ahead!', ['ran'], 'failed'],
    ['{"ok": "yes"}', ['ran'], 'failed'],
  ])('that answers %j', async (judgement, expected, outcome) => {
    await using server = await MessagesServer.start(...answers(judgement, call));
    const { fixture, ran } = await session(server, {});
    await using _ = fixture;
    await fixture.say('go');
    expect(ran).toEqual(expected);
    expect(fixture.all('hook.ran')).toMatchObject([{ outcome, type: 'prompt' }]);
    const asked = server.requests.find(({ body }) => isJudging(body))?.body;
    expect(JSON.stringify(asked?.messages)).toContain('secret plan');
    expect(asked?.tools ?? []).toEqual([]);
    expect(fixture.all('tool.asked_model')).toMatchObject([{ callId: 'c1' }]);
    if (outcome === 'blocked') expect(JSON.stringify(fixture.all('call.finished'))).toContain('it looks at secrets');
  });

  it('that can’t be read blocks where it fails closed', async () => {
    await using server = await MessagesServer.start(...answers('hm', call));
    const { fixture, ran } = await session(server, { failClosed: true });
    await using _ = fixture;
    await fixture.say('go');
    expect(ran).toEqual([]);
  });

  it('never allows a call that would ask', async () => {
    await using server = await MessagesServer.start(...answers('{"ok": true}', { blocks: [toolUse('c1', 'Touch', { text: 'a' })] }));
    const ran: string[] = [];
    await using fixture = new TestSession({
      url: server.url,
      engine: await createPermissionEngine(),
      interactive: false,
      tools: [testTool('Touch', { run: () => (ran.push('ran'), 'ran') })],
      hooks: [hookOn('PreToolUse', { type: 'prompt', prompt: 'Fine?' }), hookOn('PermissionRequest', { type: 'prompt', prompt: 'Fine?' })],
    });
    await fixture.say('go');
    expect(ran).toEqual([]);
    expect(fixture.all('call.finished')).toMatchObject([{ outcome: 'denied' }]);
  });

  it('lets the agent stop when its condition can’t be met', async () => {
    await using server = await MessagesServer.start(
      ...answers('{"ok": false, "reason": "no network", "impossible": true}', { blocks: [text('Done.')] }),
    );
    await using fixture = new TestSession({ url: server.url, hooks: [hookOn('Stop', { type: 'prompt', prompt: 'Is it deployed?' })] });
    await fixture.say('go');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(JSON.stringify(fixture.all('notice'))).toContain('no network');
  });

  it('isn’t asked about an event that is too large', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'prompt', prompt: 'Fine?' }));
    let asked = 0;
    fixture.runner.provide({ askModel: () => Promise.resolve(`${(asked += 1)}`) });
    await fixture.run('PreToolUse', { fields: { tool_input: { text: 'x'.repeat(400_000) } } });
    expect(asked).toBe(0);
    expect(fixture.ran).toMatchObject([{ outcome: 'failed' }]);
  });

  it('that takes too long is ended', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'prompt', prompt: 'Fine?', timeout: 0.1 }));
    fixture.runner.provide({ askModel: () => new Promise(() => undefined) });
    await fixture.run('PreToolUse');
    expect(fixture.ran).toMatchObject([{ outcome: 'timed_out' }]);
  });
});

describe('an agent hook', () => {
  it('uses reading tools through the gate, starts no agent for its own calls, and may block', async () => {
    const agentAnswers = [
      { blocks: [toolUse('a1', 'Read', { file_path: 'plan.txt' }), toolUse('a2', 'Write', { file_path: 'x.txt', content: 'no' })] },
      { blocks: [text('{"ok": false, "reason": "the plan forbids it"}')] },
    ];
    const mainAnswers = [{ blocks: [toolUse('c1', 'Glob', { pattern: '*' })] }, { blocks: [text('Then not.')] }];
    await using server = await MessagesServer.start(
      ...Array.from(
        { length: 10 },
        () => (body: RequestBody) => (isJudging(body) ? agentAnswers : mainAnswers).shift() ?? { blocks: [text('ok')] },
      ),
    );
    const engine = await createPermissionEngine();
    await using fixture = new TestSession({
      url: server.url,
      engine,
      files: { 'plan.txt': 'Nobody lists files.' },
      equip: realTools(engine),
      hooks: [hookOn('PreToolUse', { type: 'agent', prompt: 'Does the plan allow $ARGUMENTS?' })],
    });
    await fixture.say('go');
    expect(fixture.all('agent.started')).toMatchObject([{ agentType: 'hook:check', parentCallId: 'c1', depth: 1 }]);
    expect(fixture.all('hook.ran').map(({ outcome, callId }) => [outcome, callId])).toEqual([['blocked', 'c1']]);
    expect(JSON.stringify(fixture.all('call.finished').find(({ callId }) => callId === 'c1'))).toContain('the plan forbids it');
    expect(fixture.all('call.finished').find(({ callId }) => callId === 'a1')).toMatchObject({ outcome: 'done' });
    expect(fixture.all('call.finished').find(({ callId }) => callId === 'a2')).toMatchObject({ outcome: 'failed' });
  });
});

describe('an mcp_tool hook', () => {
  const runnerFor = (mcp: McpFixture, events: NewSessionEvent[], handler: Partial<HookHandlerSettings>) => {
    const runner = new HookRunner({
      config: () => ({ ...NO_HOOKS, entries: [hookOn('PreToolUse', { type: 'mcp_tool', ...handler })] }),
      sessionId: 's1',
      sessionDir: mcp.project.stateDir,
      projectDir: mcp.project.projectDir,
      env: () => ({}),
      programEnv: {},
      append: (event) => void events.push(event),
    });
    runner.provide({ callMcpTool: (call) => mcp.mcp.callForHook(call) });
    return runner;
  };
  const run = (runner: HookRunner) =>
    runner.run({
      event: 'PreToolUse',
      fields: { tool_name: 'Bash', tool_input: { command: 'ls -l', timeout: 5 } },
      cwd: '/',
      signal: new AbortController().signal,
    });

  const servers = { s: { command: process.execPath, args: [EVERYTHING] } };

  it('calls the tool of an approved server with values of the event', async () => {
    await using mcp = new McpFixture({ servers, acceptsDefinitions: true });
    await mcp.ready();
    const events: NewSessionEvent[] = [];
    const runner = runnerFor(mcp, events, { server: 's', tool: 'echo', input: { message: '${tool_input.command}' } });
    await run(runner);
    expect(events.find(({ type }) => type === 'hook.ran')).toMatchObject({
      data: { outcome: 'ok', output: expect.stringContaining('ls -l') },
    });
  });

  it.each([
    ['an unknown server', { server: 'other', tool: 'echo' }, 'isn’t configured'],
    ['an unknown tool', { server: 's', tool: 'nothing' }, 'has no tool'],
    ['input that the tool refuses', { server: 's', tool: 'echo', input: { wrong: 1 } }, ''],
  ])('fails for %s', async (_what, handler, why) => {
    await using mcp = new McpFixture({ servers, acceptsDefinitions: true });
    await mcp.ready();
    const events: NewSessionEvent[] = [];
    await run(runnerFor(mcp, events, handler));
    expect(events.find(({ type }) => type === 'hook.ran')).toMatchObject({
      data: { outcome: 'failed', message: expect.stringContaining(why) },
    });
  });

  it('refuses a tool whose definition has changed until it is accepted', async () => {
    await using mcp = new McpFixture({ servers: { weather: hostile('changes') } });
    await mcp.ready('weather');
    await mcp.call('mcp__weather__get');
    await mcp.until(({ changed }) => changed, 'weather');
    const events: NewSessionEvent[] = [];
    const before = mcp.calls.length;
    await run(runnerFor(mcp, events, { server: 'weather', tool: 'get' }));
    expect(events.find(({ type }) => type === 'hook.ran')).toMatchObject({
      data: { message: expect.stringContaining('needs your approval') },
    });
    expect(mcp.calls).toHaveLength(before);
  });

  it.each([
    ['${tool_input.timeout}', 5],
    ['after ${tool_input.timeout} s', 'after 5 s'],
    ['${tool_input}', { command: 'ls', timeout: 5 }],
    ['in ${tool_input}', 'in {"command":"ls","timeout":5}'],
    ['${nothing.there}', ''],
    ['${constructor.name}', ''],
    ['${tool_input.command.length}', ''],
    [
      ['${tool_input.command}', 1],
      ['ls', 1],
    ],
  ])('fills %j', (template, expected) => {
    expect(filledIn(template, { tool_input: { command: 'ls', timeout: 5 } })).toEqual(expected);
  });
});

describe('asyncRewake', () => {
  it('starts a turn when the hook reports something, at most eight in a row', async () => {
    await using server = await MessagesServer.start(...Array.from({ length: 20 }, () => ({ blocks: [text('Seen.')] })));
    await using fixture = new TestSession({
      url: server.url,
      hooks: [hookOn('Stop', { command: 'echo "the build broke" >&2; exit 2', asyncRewake: true })],
    });
    await fixture.say('go');
    while (fixture.all('turn.ended').length < 9) await fixture.session.idle().then(() => new Promise((resolve) => setTimeout(resolve, 20)));
    while (fixture.all('hook.ran').length < 9) await new Promise((resolve) => setTimeout(resolve, 20));
    await fixture.session.idle();
    expect(server.requests).toHaveLength(9);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('the build broke');
  });
});
