import { describe, expect, it } from 'vitest';
import { createSendMessageTool } from '#main/tools/send-message/send-message-tool.ts';
import type { Decision } from '#shared/permission/decision.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { agentTool, agent } from './agents-at-work.ts';

it('a resumed agent still knows exactly the files it had read', async () => {
  const known: (readonly string[])[] = [];
  // Resumed agents run in the background, where only some tools and MCP tools are offered.
  const readTool = testTool('Look', {
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
        { blocks: [toolUse('s2', 'Look', { text: '/two' })] },
        { blocks: [text('Both.')] },
      ],
    ),
  );
  await using fixture = new TestSession({
    url: server.url,
    tools: [agentTool, createSendMessageTool(), { ...readTool, isMcp: true }],
  });
  await fixture.say('Please.');
  expect(known).toEqual([[], [], ['/one']]);
});

it('a resumed agent keeps its to-do list', async () => {
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
        { blocks: [toolUse('s2', 'Todos', { text: 'two' })] },
        { blocks: [text('Done.')] },
      ],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, createSendMessageTool(), { ...todos, isMcp: true }] });
  await fixture.say('Please.');
  expect(known).toEqual([[], ['one']]);
});

it('an agent that can’t start is closed as failed, and its call is answered', async () => {
  let pools = 0;
  await using server = await MessagesServer.start(
    ...byPrompt(['Please', { blocks: [agent('m1', 'Look.', { run_in_background: true })] }, { blocks: [text('Then not.')] }]),
  );
  await using fixture = new TestSession({
    url: server.url,
    tools: [agentTool],
    // Read before each request of the main agent, and in between by the starting agent.
    mcpTools: () => {
      pools += server.requests.length === 1 ? 1 : 0;
      if (pools === 1) throw new Error('the servers are gone');
      return [];
    },
  });
  await fixture.say('Please.');
  expect(fixture.all('agent.ended')).toMatchObject([{ outcome: 'failed', error: 'the servers are gone' }]);
  expect(fixture.all('call.finished')).toMatchObject([
    { callId: 'm1', isError: true, content: expect.stringContaining('the servers are gone') },
  ]);
  expect(Object.values(fixture.session.view.agents)).toMatchObject([{ state: 'failed', unreported: false }]);
  expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
});

describe('a finished agent', () => {
  const messageTo = (to: string) => ({ blocks: [toolUse('send', 'SendMessage', { to, message: 'Go on.' })] });
  const endOf = (fixture: TestSession) => fixture.all('call.finished').find(({ callId }) => callId === 'send')?.content;

  it.each([
    [['SendMessage'], '“general-purpose” isn’t available here'],
    [['SendMessage', 'Agent(general-purpose)'], 'goes on'],
  ])('is resumed by a sub-agent (%j) that may start its type, and by no other', async (tools, expected) => {
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
    await using fixture = new TestSession({
      url: server.url,
      tools: [agentTool, createSendMessageTool()],
      agentDefinitions: () => [
        { ...kind, name: 'general-purpose' },
        { ...kind, name: 'messenger', tools },
      ],
    });
    await fixture.say('Please.');
    expect(endOf(fixture)).toContain(expected);
  });

  it.each(['deny', 'ask'] as const)('isn’t resumed when a new rule says %s', async (behavior) => {
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
    await using fixture = new TestSession({
      url: server.url,
      tools: [agentTool, createSendMessageTool()],
      engine: fixedPermissionEngine(behaviors),
    });
    await fixture.say('Please.');
    expect(endOf(fixture)).toContain('The rules don’t let an agent of the type “general-purpose” go on');
    expect(fixture.all('agent.resumed')).toEqual([]);
  });

  it.each(['__proto__', 'constructor'])('isn’t found by a key of Object.prototype (%s)', async (to) => {
    await using server = await MessagesServer.start(messageTo(to), { blocks: [text('Not then.')] });
    await using fixture = new TestSession({ url: server.url, tools: [createSendMessageTool()] });
    await fixture.say('Please.');
    expect(endOf(fixture)).toContain(`There is no agent “${to}”`);
  });
});
