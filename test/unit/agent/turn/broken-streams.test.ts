import { describe, expect, test } from 'vitest';
import type { ModelClient, ModelRequest } from '#main/model/client.ts';
import { abortedError } from '#main/model/model-error.ts';
import type { ModelStreamEvent } from '#main/model/stream-event.ts';
import { sseOf, text, toolUse, type AnswerBlock } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { sayAndStall, STALL_ENV } from '#test/support/stalled-stream.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const blocks: AnswerBlock[] = [
  { type: 'thinking', thinking: 'Let me see.', signature: 'sig' },
  text('I do two things.'),
  toolUse('a', 'Write', { text: 'first' }),
  text('And then:'),
  toolUse('b', 'Write', { text: 'second' }),
];
const events = [...sseOf({ blocks })].filter((part) => typeof part === 'string');
const everyCut = events.map((_event, count) => ({ count }));

/** Complete calls in these events. */
function callsIn(some: readonly string[]): number {
  const [first = 0, second = 0] = blocks.flatMap(({ type }, index) => (type === 'tool_use' ? [index] : []));
  const ended = some.filter((event) => event.startsWith('event: content_block_stop')).length;
  return ended > second ? 2 : ended > first ? 1 : 0;
}

function writer() {
  const written: string[] = [];
  const tool = testTool('Write', {
    run: ({ text: what }) => {
      written.push(what);
      return 'ok';
    },
  });
  return { written, tool };
}

describe('a connection that breaks after any event', () => {
  test.each(everyCut)('$count: nothing runs twice, and the conversation stays valid', async ({ count }) => {
    const { written, tool } = writer();
    await using server = await MessagesServer.start({ raw: events.slice(0, count).join(''), cut: true }, { blocks: [text('Done.')] });
    await using fixture = new TestSession({ url: server.url, tools: [tool] });
    await fixture.say('go');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    for (const { body } of server.requests) expect(conversationProblems(body)).toEqual([]);
    expect(written).toEqual(['first', 'second'].slice(0, fixture.all('call.queued').length));
    const sent = server.requests.at(-1)?.body.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_use'));
    expect(sent).toHaveLength(written.length);
  });
});

describe('a stream that stalls after any event', () => {
  test.each(everyCut)('$count: reports only finished effects, and the conversation stays valid', async ({ count }) => {
    const { written, tool } = writer();
    const done = { blocks: [text('Done.')] };
    await using server = await MessagesServer.start({ raw: events.slice(0, count).join(''), stall: true }, done, done);
    await using fixture = new TestSession({ url: server.url, tools: [tool], env: STALL_ENV });
    await sayAndStall(fixture, server, 'go', () => fixture.all('call.finished').length === callsIn(events.slice(0, count)));
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    expect(fixture.all('call.finished')).toHaveLength(fixture.all('call.queued').length);
    const last = server.requests.at(-1)?.body;
    expect(last?.stream).toBe(false);
    expect(conversationProblems(last ?? { messages: [] })).toEqual([]);
    expect(last?.messages).toHaveLength(1);
    const reported = last?.messages[0]?.content[1]?.text ?? '';
    expect(written.filter((what) => !reported.includes(`Write {"text":"${what}"}: it ran to its end`))).toEqual([]);
    expect(reported === '').toBe(written.length === 0);
  });
});

/** Plays the events and presses Stop after `count` of them; later requests return text only. */
class StoppedClient implements ModelClient {
  readonly kind = 'scripted';
  readonly requests: ModelRequest[] = [];
  readonly #count: number;
  stop: () => void = () => undefined;

  constructor(count: number) {
    this.#count = count;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelStreamEvent> {
    this.requests.push(request);
    const answer = this.requests.length === 1 ? events : [...sseOf({ blocks: [text('Yes?')] })].filter((part) => typeof part === 'string');
    for (const [index, event] of answer.entries()) {
      if (this.requests.length === 1 && index === this.#count) this.stop();
      if (signal.aborted) throw abortedError();
      const data: ModelStreamEvent & { type: string } = JSON.parse(event.slice(event.indexOf('data: ') + 6));
      if (!event.startsWith('event: ping')) yield data;
      await Promise.resolve();
    }
  }
}

describe('Stop after any event', () => {
  test.each(everyCut)('$count: every call is answered, and the conversation stays valid', async ({ count }) => {
    const { written, tool } = writer();
    const client = new StoppedClient(count);
    await using fixture = new TestSession({ makeClient: () => client, tools: [tool] });
    client.stop = () => fixture.session.interrupt();
    await fixture.say('go');
    expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(fixture.all('call.finished')).toHaveLength(fixture.all('call.queued').length);
    await fixture.say('and now?');
    const [first, second] = client.requests.map(({ messages }) => conversationProblems({ messages: JSON.parse(JSON.stringify(messages)) }));
    expect({ first, second }).toEqual({ first: [], second: [] });
    expect(new Set(written).size).toBe(written.length);
  });
});
