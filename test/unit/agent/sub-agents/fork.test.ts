import { describe, expect, it } from 'vitest';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createSendMessageTool } from '#main/tools/send-message/send-message-tool.ts';
import type { RequestBody } from '#test/support/messages-server.ts';
import { text, toolUse, type AnswerBlock } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const tools = [
  createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false }),
  createSendMessageTool(),
  testTool('Read', { readOnly: true, run: ({ text: said }) => `read ${said}` }),
];
const fork = (id: string, prompt: string, more: object = {}) =>
  toolUse(id, 'Agent', { description: 'd', prompt, subagent_type: 'fork', ...more });
const answerText = (words: string): readonly AnswerBlock[] => [text(words)];

/** Answers by sender: a fork is recognized by the task at the end of its conversation. */
function answering(main: readonly (readonly AnswerBlock[])[], forked: readonly (readonly AnswerBlock[])[]) {
  const left = { main: [...main], fork: [...forked] };
  return Array.from({ length: 40 }, () => (body: RequestBody) => {
    const who = JSON.stringify(body.messages).includes('From here on you are a fork') ? 'fork' : 'main';
    return { blocks: left[who].shift() ?? answerText(`nothing more to say for ${who}`) };
  });
}

const bodies = (server: MessagesServer, who: 'main' | 'fork') =>
  server.requests
    .map(({ body }) => body)
    .filter((body) => JSON.stringify(body.messages).includes('From here on you are a fork') === (who === 'fork'));

/** Without cache breakpoints, which move with the conversation. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner)));

describe('a fork', () => {
  it('starts with the current conversation and an identical system prompt, and returns only its last message', async () => {
    await using server = await MessagesServer.start(
      ...answering(
        [
          [text('I look.'), toolUse('r1', 'Read', { text: 'a' })],
          [text('Now apart.'), toolUse('r2', 'Read', { text: 'b' }), fork('m1', 'Count them.')],
          answerText('Three, it says.'),
        ],
        [[toolUse('f1', 'Read', { text: 'c' })], answerText('There are three.')],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools });
    await fixture.say('Please find out.');
    const [first, second] = bodies(server, 'fork');
    const [, asked, last] = bodies(server, 'main');
    expect(first?.system).toEqual(asked?.system);
    expect(first?.model).toBe(asked?.model);
    // The agent's conversation so far, verbatim.
    expect(plain(first?.messages.slice(0, asked?.messages.length))).toEqual(plain(asked?.messages));
    expect(plain(first?.messages.at(-2))).toMatchObject({
      role: 'assistant',
      content: [{ text: 'Now apart.' }, { id: 'r2' }, { id: 'm1' }],
    });
    const end = JSON.stringify(first?.messages.at(-1));
    expect(end).toContain('This call started you');
    expect(end).toContain('Count them.');
    expect(JSON.stringify(second?.messages)).toContain('read c');
    for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
    // In the other direction only the report is passed.
    expect(JSON.stringify(last?.messages)).toContain('There are three.');
    expect(JSON.stringify(last?.messages)).not.toContain('read c');
    expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
    expect(
      fixture
        .all('call.finished')
        .map(({ callId }) => callId)
        .toSorted(),
    ).toEqual(['f1', 'm1', 'r1', 'r2']);
  });

  it('has the same conversation when resumed after a restart', async () => {
    await using server = await MessagesServer.start(
      ...answering(
        [
          [toolUse('r1', 'Read', { text: 'a' })],
          [fork('m1', 'Count them.', { name: 'counter' })],
          answerText('Three.'),
          [toolUse('m2', 'SendMessage', { to: 'counter', message: 'And now?' })],
          answerText('Asked.'),
          answerText('Four.'),
        ],
        [answerText('There are three.'), answerText('There are four.')],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools });
    await fixture.say('Please find out.');
    await fixture.reopen();
    await fixture.say('Again, please.');
    const [before, after] = bodies(server, 'fork');
    expect(plain(after?.messages.slice(0, before?.messages.length))).toEqual(plain(before?.messages));
    expect(after?.system).toEqual(before?.system);
    expect(JSON.stringify(after?.messages.at(-1))).toContain('And now?');
    for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
  });

  it('starts with the compacted conversation and sees nothing that is added later', async () => {
    await using server = await MessagesServer.start(
      ...answering(
        [
          answerText('One.'),
          answerText('A SUMMARY of it all.'),
          [fork('m1', 'Count them.', { run_in_background: true })],
          answerText('Gone on, and this is MINE.'),
          answerText('Heard.'),
        ],
        [[toolUse('f1', 'mcp__x__Read', { text: 'c' })], answerText('Three.')],
      ),
    );
    await using fixture = new TestSession({
      url: server.url,
      tools: tools.map((tool) => (tool.name === 'Read' ? { ...tool, name: 'mcp__x__Read', isMcp: true as const } : tool)),
    });
    await fixture.say('Please find out.');
    fixture.session.compact();
    await fixture.session.idle();
    await fixture.say('Go on.');
    const forked = bodies(server, 'fork');
    expect(JSON.stringify(forked[0]?.messages[0])).toContain('A SUMMARY of it all.');
    expect(JSON.stringify(forked.at(-1))).toContain('read c');
    expect(JSON.stringify(forked)).not.toContain('MINE');
    for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
  });

  it('can’t start another fork, and an agent file named fork defines an ordinary agent', async () => {
    await using server = await MessagesServer.start(
      ...answering([[fork('m1', 'Count them.')], answerText('Done.')], [[fork('f1', 'You count.')], answerText('I did it myself.')]),
    );
    await using fixture = new TestSession({ url: server.url, tools });
    await fixture.say('Please.');
    expect(fixture.all('call.finished').find(({ callId }) => callId === 'f1')).toMatchObject({
      isError: true,
      content: expect.stringContaining('You are a fork yourself'),
    });
    expect(fixture.all('agent.started')).toHaveLength(1);

    await using other = await MessagesServer.start(
      { blocks: [fork('m1', 'Count them.')] },
      { blocks: answerText('Three.') },
      { blocks: answerText('Done.') },
    );
    const definition = { name: 'fork', description: 'd', prompt: 'You eat with it.', source: 'project' as const };
    await using own = new TestSession({ url: other.url, tools, agentDefinitions: () => [definition] });
    await own.say('Please.');
    expect(other.requests[1]?.body.messages).toMatchObject([{ role: 'user', content: [{ text: 'Count them.' }] }]);
    expect(JSON.stringify(other.requests[1]?.body.system)).toContain('You eat with it.');
  });
});
