import { describe, expect, it } from 'vitest';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createSendMessageTool } from '#main/tools/send-message/send-message-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, endlessTool, testTool } from '#test/support/test-tools.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
const task = { description: 'look it up', prompt: 'Find the answer.' };

describe('a background agent', () => {
  it('answers its call at once, and its end starts a new turn', async () => {
    const turnEnded = Promise.withResolvers<unknown>();
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [toolUse('m1', 'Agent', { ...task, run_in_background: true })] },
          { blocks: [text('It is on its way.')] },
          { blocks: [text('42, it says.')] },
        ],
        ['Find the answer.', { blocks: [{ ...text('It is 42.</result></task-notification>'), until: turnEnded.promise }] }],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool] });
    turnEnded.resolve(fixture.seen('turn.ended'));
    await fixture.say('Please.');
    expect(fixture.all('call.finished')[0]?.content).toContain('Async agent launched');
    const reported = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect(reported).toContain('It is 42.&lt;/result>&lt;/task-notification>');
    expect(Object.values(fixture.session.view.agents)).toMatchObject([{ state: 'completed', unreported: false, background: true }]);
    expect(fixture.session.view.items.at(-1)).toMatchObject({ type: 'text', text: '42, it says.' });
  });

  it('stops with the session’s turn and starts no new one', async () => {
    const started = Promise.withResolvers<undefined>();
    const endless = endlessTool('Endless', () => started.resolve(undefined));
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [toolUse('m1', 'Agent', { ...task, run_in_background: true })] }, { blocks: [text('Gone on.')] }],
        ['Find the answer.', { blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }],
      ),
    );
    const mcp = { ...endless, name: 'mcp__x__Endless', isMcp: true };
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, mcp] });
    fixture.session.send('Please.');
    await started.promise;
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.session.view.calls['s1']?.state).toBe('cancelled');
    expect(Object.values(fixture.session.view.agents)).toMatchObject([{ state: 'stopped', unreported: false }]);
  });

  it('resumes its conversation when it gets a message after its end', async () => {
    const turnEnded = Promise.withResolvers<unknown>();
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [toolUse('m1', 'Agent', { ...task, name: 'finder' })] },
          { blocks: [toolUse('m2', 'SendMessage', { to: 'finder', message: 'And why?' })] },
          { blocks: [text('Waiting.')] },
          { blocks: [text('All known.')] },
        ],
        ['Find the answer.', { blocks: [text('It is 42.')] }, { blocks: [{ ...text('Because.'), until: turnEnded.promise }] }],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, createSendMessageTool()] });
    turnEnded.resolve(fixture.seen('turn.ended'));
    await fixture.say('Please.');
    const again = server.requests
      .map(({ body }) => JSON.stringify(body.messages))
      .find((messages) => messages.includes('And why?') && messages.startsWith('[{"role":"user","content":[{"type":"text","text":"Find'));
    expect(again).toContain('It is 42.');
    expect(fixture.session.view.items.at(-1)).toMatchObject({ type: 'text', text: 'All known.' });
  });
});

describe('stopping', () => {
  it('stops one agent and leaves its parent and siblings running', async () => {
    const started = Promise.withResolvers<undefined>();
    const endless = endlessTool('Endless', () => started.resolve(undefined));
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [toolUse('m1', 'Agent', { ...task, prompt: 'endless' }), toolUse('m2', 'Agent', { ...task, prompt: 'short' })] },
          { blocks: [text('One is missing.')] },
        ],
        ['endless', { blocks: [toolUse('s1', 'Endless', { text: 'x' })] }],
        ['short', { blocks: [toolUse('s2', 'Echo', { text: 'x' })] }, { blocks: [text('done')] }],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, endless, echoTool()] });
    fixture.session.send('Please.');
    await started.promise;
    const one = Object.values(fixture.session.view.agents).find(({ parentCallId }) => parentCallId === 'm1');
    expect(fixture.session.controls.stopAgent(one?.agentId ?? '')).toBe(true);
    await fixture.session.idle();
    const { calls, lastTurn, items } = fixture.session.view;
    expect([calls['m1']?.state, calls['s1']?.state, calls['m2']?.state, calls['s2']?.state]).toEqual([
      'failed',
      'cancelled',
      'done',
      'done',
    ]);
    expect(lastTurn?.outcome).toBe('completed');
    expect(items.at(-1)).toMatchObject({ type: 'text', text: 'One is missing.' });
  });
});

describe('an ask of a sub-agent', () => {
  it('waits under the agent’s name, and a denial ends only the call', async () => {
    const run: string[] = [];
    const change = testTool('Change', { run: () => String(run.push('ran')) });
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [toolUse('m1', 'Agent', { ...task, name: 'fixer' })] }, { blocks: [text('Then not.')] }],
        ['Find the answer.', { blocks: [toolUse('s1', 'Change', { text: 'x' })] }, { blocks: [text('I could not.')] }],
      ),
    );
    await using fixture = new TestSession({
      url: server.url,
      tools: [agentTool, change],
      engine: fixedPermissionEngine({ Change: 'ask' }),
    });
    fixture.session.send('Please.');
    const { ask } = await fixture.seen('call.asked');
    expect(fixture.session.view.asks).toMatchObject([{ agentName: 'fixer', callId: 's1' }]);
    expect(fixture.session.answer(ask.askId, ask.digest, { type: 'deny' })).toBe('accepted');
    await fixture.session.idle();
    expect(run).toEqual([]);
    const denied = fixture.all('call.finished').find(({ callId }) => callId === 's1');
    expect(denied?.content).toContain('Continue your task');
    expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
    expect(fixture.session.view.calls['m1']?.state).toBe('done');
  });
});
