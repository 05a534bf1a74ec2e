import { describe, expect, it } from 'vitest';
import { spentTokens } from '#shared/session/spending.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
const task = { description: 'look it up', prompt: 'Find the answer.', subagent_type: 'general-purpose' };

describe('an Agent call', () => {
  it('runs its own conversation and returns its last message', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [toolUse('main1', 'Agent', task)] }, { blocks: [text('The answer is 42.')] }],
        ['Find the answer.', { blocks: [text('I look.'), toolUse('sub1', 'Look', { text: 'x' })] }, { blocks: [text('It is 42.')] }],
      ),
    );
    const readTool = testTool('Look', { run: () => 'found' });
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, readTool] });
    await fixture.say('Please find out.');

    const result = fixture.all('call.finished').find(({ callId }) => callId === 'main1');
    expect(result).toMatchObject({ outcome: 'done', isError: false });
    expect(result?.content).toContain('It is 42.');
    const { view } = fixture.session;
    const [agent] = Object.values(view.agents);
    expect(agent).toMatchObject({
      state: 'completed',
      agentType: 'general-purpose',
      parentCallId: 'main1',
      calls: 1,
      lastCallId: 'sub1',
      tokens: 30,
    });
    expect(view.calls['sub1']).toMatchObject({ parentCallId: 'main1', agentId: agent?.agentId, state: 'done' });
    // The main conversation contains nothing of the agent's.
    expect(view.items.map((item) => item.type)).toEqual(['user', 'call', 'text']);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).not.toContain('I look.');
    expect(spentTokens(view.spending).input_tokens).toBe(40);
    // The agent's conversation starts with only its task.
    expect(server.requests[1]?.body.messages).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'Find the answer.' }] }]);
    expect(server.requests[1]?.body.tools?.map(({ name }) => name)).toEqual(['Agent', 'Look']);
  });

  it('runs in parallel with others of the same answer', async () => {
    let both: () => void = () => undefined;
    const together = new Promise<void>((resolve) => (both = resolve));
    let arrived = 0;
    const meet = testTool('Look', {
      run: async () => {
        arrived += 1;
        if (arrived === 2) both();
        await together;
        return 'met';
      },
    });
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [toolUse('m1', 'Agent', { ...task, prompt: 'one' }), toolUse('m2', 'Agent', { ...task, prompt: 'two' })] },
          { blocks: [text('done')] },
        ],
        ['one', { blocks: [toolUse('same', 'Look', { text: 'x' })] }, { blocks: [text('first')] }],
        ['two', { blocks: [toolUse('same', 'Look', { text: 'x' })] }, { blocks: [text('second')] }],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, meet] });
    await fixture.say('Please.');
    const results = fixture.all('call.finished').filter(({ callId }) => callId === 'm1' || callId === 'm2');
    expect(new Set(results.map(({ content }) => (typeof content === 'string' ? content.split('\n')[0] : '')))).toEqual(
      new Set(['first', 'second']),
    );
    // Servers repeat IDs; within a session each identifies one call.
    const ids = fixture.all('call.queued').map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(4);
  });
});
