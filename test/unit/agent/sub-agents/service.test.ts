import { describe, expect, it } from 'vitest';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createSendMessageTool } from '#main/tools/send-message/send-message-tool.ts';
import { createTaskOutputTool } from '#main/tools/task-output/task-output-tool.ts';
import { createTaskStopTool } from '#main/tools/task-stop/task-stop-tool.ts';
import type { AgentService } from '#main/tool/agents.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { Ask } from '#shared/session/ask.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer, type FixedAnswer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
const agent = (id: string, prompt: string, more: object = {}) => toolUse(id, 'Agent', { description: 'find it', prompt, ...more });
const never = new AbortController().signal;

/** What a tool of the main agent finds out about the agent in the background. */
function withService(work: (agents: AgentService, agentId: string) => Promise<unknown>) {
  let it: TestSession | undefined;
  const probe = testTool('Probe', {
    run: async (_input, { agents }) => {
      const [agentId = ''] = Object.keys(it?.session.view.agents ?? {});
      return JSON.stringify(agents ? await work(agents, agentId) : 'no agents');
    },
  });
  return { probe, of: (session: TestSession) => (it = session) };
}

function told(it: TestSession): unknown {
  const content = it.all('call.finished').find(({ callId }) => callId === 'p1')?.content;
  return typeof content === 'string' ? JSON.parse(content) : content;
}

/** The main agent's answers in order, whatever the others' requests come between. */
function forMain(main: readonly Answer[], others: readonly Answer[]): Answer[] {
  const left = [...main];
  return others.map((other): Answer => (body) => {
    const isMain = JSON.stringify(body.messages[0]).includes('Please');
    const answer = (isMain ? left.shift() : other) ?? { status: 400, error: 'no answer left' };
    return typeof answer === 'function' ? answer(body) : answer;
  });
}

describe('what tools see of an agent', () => {
  it('that works: it runs, waiting gives up in time or when nobody waits any more, stopping ends it for that reason', async () => {
    const started = Promise.withResolvers<undefined>();
    const { probe, of } = withService(async (agents, agentId) => {
      await started.promise;
      await agents.wait(agentId, 1, never);
      const before = agents.status(agentId);
      await agents.wait(agentId, 600_000, AbortSignal.abort());
      const stopped = agents.stop(agentId, 'It took too long.');
      await agents.wait(agentId, 600_000, never);
      return [before?.type, stopped, agents.status(agentId), agents.stop(agentId, 'again'), agents.status('nobody') ?? 'unknown'];
    });
    const endless = { ...endlessTool('mcp__x__Endless', () => started.resolve(undefined)), isMcp: true };
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [agent('m1', 'Endless.', { run_in_background: true })] },
          { blocks: [toolUse('p1', 'Probe', { text: '' })] },
          { blocks: [text('So be it.')] },
        ],
        ['Endless.', { blocks: [text('I begin.'), toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }],
      ),
    );
    await using it = of(new TestSession({ url: server.url, tools: [agentTool, probe, endless] }));
    await it.say('Please.');
    const seen: unknown = told(it);
    expect(seen).toMatchObject([
      'running',
      true,
      {
        type: 'ended',
        description: 'find it',
        report: { outcome: 'stopped', error: 'It took too long.', text: 'I begin.', totalToolUseCount: 1 },
      },
      false,
      'unknown',
    ]);
    // The one that stopped it is told all the same, by then in a turn that runs.
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('It took too long.');
  });

  it('that has ended: its report, at once', async () => {
    const { probe, of } = withService(async (agents, agentId) => {
      await agents.wait(agentId, 600_000, never);
      return agents.status(agentId);
    });
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Short.')] }, { blocks: [toolUse('p1', 'Probe', { text: '' })] }, { blocks: [text('Good.')] }],
        ['Short.', { blocks: [text('It is 42.')] }],
      ),
    );
    await using it = of(new TestSession({ url: server.url, tools: [agentTool, probe] }));
    await it.say('Please.');
    const seen: unknown = told(it);
    expect(seen).toMatchObject({ type: 'ended', report: { outcome: 'completed', text: 'It is 42.', totalTokens: 15 } });
  });
});

describe('TaskOutput and TaskStop', () => {
  const output = createTaskOutputTool({ projectDir: '/p', isReadOnlyCommand: () => false });
  const stop = createTaskStopTool();
  const idIn = ({ messages }: RequestBody): string => /agentId: (a[0-9a-f]{16})/u.exec(JSON.stringify(messages))?.[1] ?? '';
  const toldOf = (server: MessagesServer) =>
    server.requests.filter(({ body }) => JSON.stringify(body.messages).includes('<task-notification>'));

  it('give the report of an agent in the background, which isn’t told again', async () => {
    const answers = byPrompt(['Find it.', { blocks: [text('It is 42.')], firstByteMs: 50 }]);
    const main = [
      { blocks: [agent('m1', 'Find it.', { run_in_background: true })] },
      (body: RequestBody) => ({ blocks: [toolUse('m2', 'TaskOutput', { task_id: idIn(body) })] }),
      { blocks: [text('42 it is.')] },
    ];
    await using server = await MessagesServer.start(...forMain(main, answers));
    await using it = new TestSession({ url: server.url, tools: [agentTool, output, stop] });
    await it.say('Please.');
    const result = it.all('call.finished').find(({ callId }) => callId === 'm2')?.content;
    expect(result).toContain('<task_type>agent</task_type>\n<status>completed</status>\n<output>\nIt is 42.\n</output>');
    expect(toldOf(server)).toEqual([]);
    expect(it.session.view.items.at(-1)).toMatchObject({ type: 'text', text: '42 it is.' });
  });

  it('end one, which has ended by then and isn’t told', async () => {
    const started = Promise.withResolvers<undefined>();
    const endless = { ...endlessTool('mcp__x__Endless', () => started.resolve(undefined)), isMcp: true };
    const answers = byPrompt(['Find it.', { blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }]);
    const waits = testTool('Wait', { run: async () => (await started.promise, 'started') });
    const main = [
      { blocks: [agent('m1', 'Find it.', { run_in_background: true })] },
      { blocks: [toolUse('m2', 'Wait', { text: '' })] },
      (body: RequestBody) => ({ blocks: [toolUse('m3', 'TaskStop', { task_id: idIn(body) })] }),
      (body: RequestBody) => ({ blocks: [toolUse('m4', 'TaskOutput', { task_id: idIn(body) })] }),
      { blocks: [text('Stopped.')] },
    ];
    await using server = await MessagesServer.start(...forMain(main, answers));
    await using it = new TestSession({ url: server.url, tools: [agentTool, output, stop, waits, endless] });
    await it.say('Please.');
    const results = it.all('call.finished').filter(({ callId }) => callId === 'm3' || callId === 'm4');
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Stopped task a[0-9a-f]{16} \(find it\)\.$/u),
      expect.stringContaining('<status>stopped</status>'),
    ]);
    expect(it.session.view.calls['s1']?.state).toBe('cancelled');
    expect(toldOf(server)).toEqual([]);
  });
});

it('an agent that goes on still knows the files it had read, and only those', async () => {
  const known: (readonly string[])[] = [];
  // Going on happens in the background, where only some tools and those of MCP servers are offered.
  const look = testTool('Look', {
    run: ({ text: path }, { readFileState }) => {
      known.push(readFileState.paths());
      readFileState.set(path, { content: path, mtimeMs: 1 });
      return 'seen';
    },
  });
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'Please',
        { blocks: [agent('m1', 'Read.', { name: 'reader' })] },
        { blocks: [toolUse('m2', 'Look', { text: '/main' }), toolUse('m3', 'SendMessage', { to: 'reader', message: 'Go on.' })] },
        { blocks: [text('Waiting.')] },
        { blocks: [text('All known.')] },
      ],
      [
        'Read.',
        { blocks: [toolUse('s1', 'Look', { text: '/one' })] },
        { blocks: [text('Read.')] },
        { blocks: [toolUse('s2', 'Look', { text: '/two' })], firstByteMs: 50 },
        { blocks: [text('Both.')] },
      ],
    ),
  );
  await using it = new TestSession({
    url: server.url,
    tools: [agentTool, createSendMessageTool(), { ...look, isMcp: true }],
  });
  await it.say('Please.');
  expect(known).toEqual([[], [], ['/one']]);
});

it('an agent that goes on still has its to-do list', async () => {
  const known: (readonly string[])[] = [];
  const todos = testTool('Todos', {
    run: ({ text: content }, context) => {
      known.push(context.getAppState().todos.map((todo) => todo.content));
      context.setAppStateForTasks((state) => ({ ...state, todos: [{ content, status: 'pending', activeForm: content }] }));
      return 'noted';
    },
  });
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'Please',
        { blocks: [agent('m1', 'Plan.', { name: 'planner' })] },
        { blocks: [toolUse('m2', 'SendMessage', { to: 'planner', message: 'Go on.' })] },
        { blocks: [text('Waiting.')] },
        { blocks: [text('All known.')] },
      ],
      [
        'Plan.',
        { blocks: [toolUse('s1', 'Todos', { text: 'one' })] },
        { blocks: [text('Planned.')] },
        { blocks: [toolUse('s2', 'Todos', { text: 'two' })], firstByteMs: 50 },
        { blocks: [text('Done.')] },
      ],
    ),
  );
  await using it = new TestSession({ url: server.url, tools: [agentTool, createSendMessageTool(), { ...todos, isMcp: true }] });
  await it.say('Please.');
  expect(known).toEqual([[], ['one']]);
});

it('an agent that can’t be begun is closed as failed, and its call is answered', async () => {
  let pools = 0;
  await using server = await MessagesServer.start(
    ...byPrompt(['Please', { blocks: [agent('m1', 'Look.', { run_in_background: true })] }, { blocks: [text('Then not.')] }]),
  );
  await using it = new TestSession({
    url: server.url,
    tools: [agentTool],
    // Asked for before each request of the main agent; in between by the agent that begins.
    mcpTools: () => {
      pools += server.requests.length === 1 ? 1 : 0;
      if (pools === 1) throw new Error('the servers are gone');
      return [];
    },
  });
  await it.say('Please.');
  expect(it.all('agent.ended')).toMatchObject([{ outcome: 'failed', error: 'the servers are gone' }]);
  expect(it.all('call.finished')).toMatchObject([
    { callId: 'm1', isError: true, content: expect.stringContaining('the servers are gone') },
  ]);
  expect(Object.values(it.session.view.agents)).toMatchObject([{ state: 'failed', untold: false }]);
  expect(it.session.view.lastTurn?.outcome).toBe('completed');
});

describe('an agent that has ended', () => {
  const messageTo = (to: string) => ({ blocks: [toolUse('send', 'SendMessage', { to, message: 'Go on.' })] });
  const endOf = (it: TestSession) => it.all('call.finished').find(({ callId }) => callId === 'send')?.content;

  it.each([
    [['SendMessage'], '“general-purpose” isn’t available here'],
    [['SendMessage', 'Agent(general-purpose)'], 'goes on'],
  ])('goes on for a sub-agent (%j) that may start its kind, and for no other', async (tools, expected) => {
    const kind = { description: 'd', prompt: 'p', source: 'user' } as const;
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [agent('m1', 'First.', { name: 'first' })] },
          { blocks: [agent('m2', 'Second.', { subagent_type: 'messenger' })] },
          { blocks: [text('Told.')] },
          { blocks: [text('Told again.')] },
        ],
        ['First.', { blocks: [text('Done.')] }, { blocks: [text('Done again.')] }],
        ['Second.', messageTo('first'), { blocks: [text('Sent.')] }],
      ),
    );
    await using it = new TestSession({
      url: server.url,
      tools: [agentTool, createSendMessageTool()],
      agentDefinitions: () => [
        { ...kind, name: 'general-purpose' },
        { ...kind, name: 'messenger', tools },
      ],
    });
    await it.say('Please.');
    expect(endOf(it)).toContain(expected);
  });

  it.each(['deny', 'ask'] as const)('doesn’t go on where a rule has come to say %s', async (behavior) => {
    const behaviors: Record<string, Decision['behavior']> = {};
    const last: Answer = () => {
      behaviors['Agent'] = behavior;
      return messageTo('first');
    };
    await using server = await MessagesServer.start(
      { blocks: [agent('m1', 'First.', { name: 'first' })] },
      { blocks: [text('Done.')] },
      last,
      { blocks: [text('Not then.')] },
    );
    await using it = new TestSession({
      url: server.url,
      tools: [agentTool, createSendMessageTool()],
      engine: fixedPermissionEngine(behaviors),
    });
    await it.say('Please.');
    expect(endOf(it)).toContain('The rules don’t let an agent of the type “general-purpose” go on');
    expect(it.all('agent.resumed')).toEqual([]);
  });

  it.each(['__proto__', 'constructor'])('isn’t one that every object has (%s)', async (to) => {
    await using server = await MessagesServer.start(messageTo(to), { blocks: [text('Not then.')] });
    await using it = new TestSession({ url: server.url, tools: [createSendMessageTool()] });
    await it.say('Please.');
    expect(endOf(it)).toContain(`There is no agent “${to}”`);
  });
});

it('an agent at work takes so many messages and no more, and whoever sends one too many is told', async () => {
  const go = Promise.withResolvers<void>();
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Please', { blocks: [agent('m1', 'Look.', { name: 'finder' })] }, { blocks: [text('Done.')] }],
      ['Look.', { blocks: [text('Found.')], until: go.promise }, { blocks: [text('And all that.')] }],
    ),
  );
  await using it = new TestSession({ url: server.url, tools: [agentTool] });
  it.session.send('Please.');
  await server.received(2);
  const [agentId = ''] = Object.keys(it.session.view.agents);
  for (let sent = 0; sent < 50; sent += 1) expect(await it.session.sendToAgent(agentId, `No. ${sent}`)).toBe(false);
  await expect(it.session.sendToAgent(agentId, 'One more.')).rejects.toThrow('has 50 messages it hasn’t read yet');
  go.resolve();
  await it.session.idle();
  expect(JSON.stringify(server.requests.at(-2)?.body.messages)).toContain('No. 49');
  expect(await it.session.sendToAgent(agentId, 'Now then.')).toBe(true);
});

describe('a person’s message to a sub-agent', () => {
  const start = (...more: FixedAnswer[]) =>
    MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Look.', { name: 'finder' })] }, { blocks: [text('Found.')] }, { blocks: [text('Thanks.')] }],
        ['Look.', ...more],
      ),
    );

  it('takes up one that has ended, whose end the main agent hears of', async () => {
    await using server = await start({ blocks: [text('Here.')] }, { blocks: [text('And there.')] });
    await using it = new TestSession({ url: server.url, tools: [agentTool] });
    await it.say('Please.');
    const [agentId = ''] = Object.keys(it.session.view.agents);
    expect(await it.session.sendToAgent(agentId, 'Look again.')).toBe(true);
    await it.session.idle();
    const own = it.events.filter((event) => event.agentId === agentId && event.type === 'user.message');
    expect(own).toMatchObject([{ data: { origin: 'dispatch' } }, { data: { origin: 'prompt', content: [{ text: 'Look again.' }] } }]);
    expect(it.session.view.agents[agentId]).toMatchObject({ state: 'completed', background: true, untold: false });
    // The person's conversation has the end, and not their words to another.
    expect(it.session.view.items.map((item) => item.type)).toEqual(['user', 'call', 'text', 'notice', 'text']);
    expect(it.session.view.items[3]).toMatchObject({ about: { type: 'agent', agentId } });
  });

  it('is read by one at work before its next request, and kept for later by one that was stopped first', async () => {
    const begun = Promise.withResolvers<undefined>();
    const endless = { ...endlessTool('Endless', () => begun.resolve(undefined)), name: 'mcp__x__Endless', isMcp: true };
    await using server = await start({ blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] });
    await using it = new TestSession({ url: server.url, tools: [agentTool, endless] });
    it.session.send('Please.');
    await begun.promise;
    const [agentId = ''] = Object.keys(it.session.view.agents);
    expect(await it.session.sendToAgent(agentId, 'Never mind.')).toBe(false);
    it.session.interrupt();
    await it.session.idle();
    expect(it.events.filter((event) => event.agentId === agentId && event.type === 'user.message')).toMatchObject([
      {},
      { data: { origin: 'interruption' } },
      { data: { origin: 'prompt', content: [{ text: 'Never mind.' }] } },
    ]);
  });

  it('is refused for an agent that isn’t there', async () => {
    await using server = await start();
    await using it = new TestSession({ url: server.url, tools: [agentTool] });
    await expect(it.session.sendToAgent('toString', 'x')).rejects.toThrow('doesn’t have that agent');
  });
});

describe('a question of an agent two levels down', () => {
  const nested = async (change: () => void, work: (it: TestSession, ask: Ask) => Promise<void>): Promise<void> => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Outer.', { name: 'outer' })] }, { blocks: [text('All told.')] }],
        ['Outer.', { blocks: [agent('o1', 'Inner.', { name: 'inner' })] }, { blocks: [text('Outer is done.')] }],
        ['Inner.', { blocks: [toolUse('i1', 'Change', { text: 'x' })] }, { blocks: [text('Inner is done.')] }],
      ),
    );
    const tool = testTool('Change', { run: () => (change(), 'changed') });
    await using it = new TestSession({ url: server.url, tools: [agentTool, tool], engine: fixedPermissionEngine({ Change: 'ask' }) });
    it.session.send('Please.');
    const { ask } = await it.seen('call.asked');
    await work(it, ask);
  };

  it.each([
    ['allow_once', 1],
    ['deny', 0],
  ] as const)('is put to the person once, under its name; %s counts as theirs', async (type, runs) => {
    let ran = 0;
    await nested(
      () => (ran += 1),
      async (it, ask) => {
        expect(it.session.view.asks).toMatchObject([{ agentName: 'inner', callId: 'i1' }]);
        expect(it.session.answer(ask.askId, ask.digest, { type })).toBe('accepted');
        expect(it.session.answer(ask.askId, ask.digest, { type })).toBe('gone');
        await it.session.idle();
        expect(it.all('call.asked')).toHaveLength(1);
        expect(it.all('call.answered')).toMatchObject([{ by: 'person', callId: 'i1' }]);
        expect(ran).toBe(runs);
        const { calls, lastTurn } = it.session.view;
        expect([calls['o1']?.state, calls['m1']?.state, lastTurn?.outcome]).toEqual(['done', 'done', 'completed']);
      },
    );
  });

  it('is withdrawn with the agent in between, and nothing runs', async () => {
    let ran = 0;
    await nested(
      () => (ran += 1),
      async (it, ask) => {
        const outer = Object.values(it.session.view.agents).find(({ name }) => name === 'outer');
        expect(it.session.stopAgent(outer?.agentId ?? '')).toBe(true);
        await it.session.idle();
        expect(it.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('gone');
        const { calls, asks, lastTurn } = it.session.view;
        expect([calls['i1']?.state, calls['o1']?.state, calls['m1']?.state]).toEqual(['cancelled', 'cancelled', 'failed']);
        expect([asks, ran, lastTurn?.outcome]).toEqual([[], 0, 'completed']);
      },
    );
  });
});
