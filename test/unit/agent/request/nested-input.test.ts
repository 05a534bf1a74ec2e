import { expect, test } from 'vitest';
import { event, text, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const done: Answer = { blocks: [text('Done.')] };
const LEVELS = [201, 6000, 200_000];
const nested = (levels: number): string => `{"text":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const rest = event({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }) + event({ type: 'message_stop' });
const start = (index: number, input: string): string =>
  `event: content_block_start\ndata: {"type":"content_block_start","index":${index},"content_block":{"type":"tool_use","id":"c${index}","name":"Look","input":${input}}}\n\n`;
const stop = (index: number): string => event({ type: 'content_block_stop', index });
const head = event({ type: 'message_start', message: { usage: {} } });

const CASES: readonly (readonly [string, (input: string) => readonly Answer[]])[] = [
  [
    'in deltas',
    (input) => [
      {
        raw: [
          head,
          start(0, '{}'),
          event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: input } }),
          stop(0),
          start(1, '{"text":"fine"}'),
          stop(1),
          rest,
        ].join(''),
      },
    ],
  ],
  ['with its block start', (input) => [{ raw: [head, start(0, input), stop(0), start(1, '{"text":"fine"}'), stop(1), rest].join('') }]],
  [
    'in an answer without streaming',
    (input) => [
      { ...done, whole: true },
      {
        raw: `{"content":[{"type":"tool_use","id":"c0","name":"Look","input":${input}},{"type":"tool_use","id":"c1","name":"Look","input":{"text":"fine"}}],"stop_reason":"tool_use"}`,
      },
    ],
  ],
];

test.each(CASES.flatMap(([way, answers]) => LEVELS.map((levels) => ({ way, answers, levels }))))(
  'an input nested $levels levels deep that comes $way fails only its own call',
  async ({ answers, levels }) => {
    await using server = await MessagesServer.start(...answers(nested(levels)), done);
    const ran: string[] = [];
    const readTool = testTool('Look', { readOnly: true, run: ({ text: given }) => `saw ${ran.push(given)}` });
    await using fixture = new TestSession({ url: server.url, tools: [readTool] });
    await fixture.say('hi');
    expect(ran).toEqual(['fine']);
    expect(fixture.all('call.finished')).toContainEqual(expect.objectContaining({ callId: 'c0', isError: true, errorKind: 'invalidJson' }));
    const last = server.requests.at(-1)?.body;
    const results = last?.messages.at(-1)?.content.map(({ content }) => content);
    expect(results).toEqual([expect.stringContaining('nested deeper than 200 levels'), 'saw 1']);
    expect(conversationProblems(last ?? { messages: [] })).toEqual([]);
    expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
  },
);
