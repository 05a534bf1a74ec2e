import { describe, expect, test } from 'vitest';
import { buildRequest } from '#main/agent/request/model-request.ts';
import { toApiMessages } from '#main/agent/request/normalise.ts';
import { Transcript } from '#main/agent/request/transcript.ts';
import type { AssistantBlock, ResultContent } from '#shared/session/content.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { answered, ended, finished, numbered, userSaid } from '#test/support/session-events.ts';

function transcript(...events: readonly (NewSessionEvent | readonly NewSessionEvent[])[]): Transcript {
  const fold = new Transcript();
  for (const event of numbered(events.flat())) fold.apply(event);
  return fold;
}

const textBlock = (text: string): AssistantBlock => ({ type: 'text', text });
const call = (id: string): AssistantBlock => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `/${id}` } });
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });

describe('messages built from the log', () => {
  test('puts results first in the next user message, in call order', () => {
    const messages = toApiMessages(
      transcript(
        userSaid('hi'),
        answered('r1', textBlock('I look.'), call('a'), call('b'), call('c')),
        finished('c', 'C'),
        finished('a', 'A'),
        userSaid('reminder'),
        finished('b', 'B'),
      ),
    );
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: [textBlock('I look.'), call('a'), call('b'), call('c')] },
      { role: 'user', content: [result('a', 'A'), result('b', 'B'), result('c', 'C'), { type: 'text', text: 'reminder' }] },
    ]);
  });

  test('moves images out of the results of failed calls, in which the API takes only text', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const;
    const failed = (callId: string, content: ResultContent): NewSessionEvent => ({
      type: 'call.finished',
      data: { callId, outcome: 'failed', isError: true, content, view: { kind: 'mcp', title: 'x', summary: '' }, spans: [] },
    });
    const why = { type: 'text', text: 'timed out' } as const;
    const messages = toApiMessages(
      transcript(
        userSaid('hi'),
        answered('r1', call('a'), call('b'), call('c')),
        failed('a', [why, image]),
        finished('b', 'B'),
        failed('c', [image]),
      ),
    );
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [why], is_error: true },
      result('b', 'B'),
      { type: 'tool_result', tool_use_id: 'c', content: expect.stringContaining('follows'), is_error: true },
      image,
      image,
    ]);
  });

  test('uses only the first result of a call', () => {
    const messages = toApiMessages(transcript(userSaid('hi'), answered('r1', call('a')), finished('a', 'first'), finished('a', 'second')));
    expect(messages[2]).toEqual({ role: 'user', content: [result('a', 'first')] });
  });

  test('answers a call whose result was lost', () => {
    const messages = toApiMessages(transcript(userSaid('hi'), answered('r1', call('a')), userSaid('go on')));
    expect(messages[2]).toMatchObject({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', is_error: true },
        { type: 'text', text: 'go on' },
      ],
    });
  });

  test('omits notices for the window', () => {
    const messages = toApiMessages(transcript(userSaid('hi'), userSaid('for the window', 'window'), userSaid('for the model', 'model')));
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: 'for the model' },
        ],
      },
    ]);
  });

  test('sends assistant blocks back unchanged, including unknown kinds and fields', () => {
    const blocks: AssistantBlock[] = [
      { type: 'thinking', thinking: 'hm', signature: 'sig', extra: [1] },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'text', text: ' kept ', citations: null },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
    ];
    const messages = toApiMessages(transcript(userSaid('hi'), answered('r1', ...blocks)));
    expect(messages[1]).toEqual({ role: 'assistant', content: blocks });
  });

  test.each([
    ['functions.Read', 'functions_Read'],
    ['Read the file', 'Read_the_file'],
    ['', '_'],
    ['é😀', '__'],
    ['n'.repeat(300), 'n'.repeat(64)],
    ['Read', 'Read'],
  ])('replaces the tool name %j, which an API may reject, by a valid one', (name, sent) => {
    const odd: AssistantBlock = { type: 'tool_use', id: 'a', name, input: {} };
    const messages = toApiMessages(transcript(userSaid('hi'), answered('r1', odd), finished('a', 'no such tool')));
    expect(messages[1]?.content).toEqual([{ ...odd, name: sent }]);
    expect(messages[2]?.content).toEqual([result('a', 'no such tool')]);
  });

  test('omits what an API rejects: blank text, truncated thinking blocks, empty messages', () => {
    const messages = toApiMessages(
      transcript(
        userSaid('hi'),
        answered('r1', textBlock('\n'), textBlock('so'), { type: 'thinking', thinking: 'cut', signature: 's' }),
        userSaid('  '),
        userSaid('on'),
        answered('r2', { type: 'thinking', thinking: 'only', signature: 's' }),
        userSaid('more'),
      ),
    );
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: [textBlock('so')] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'on' },
          { type: 'text', text: 'more' },
        ],
      },
    ]);
  });

  test.each([
    { outcome: 'discarded' as const, blocks: [textBlock('half')], kept: false },
    { outcome: 'failed' as const, blocks: [textBlock('half')], kept: false },
    { outcome: 'failed' as const, blocks: [textBlock('half'), call('a')], kept: true },
    { outcome: 'aborted' as const, blocks: [textBlock('half')], kept: true },
  ])('an attempt that ended $outcome with $blocks.length blocks: kept = $kept', ({ outcome, blocks, kept }) => {
    const messages = toApiMessages(transcript(userSaid('hi'), answered('r1', ...blocks), ended('r1', outcome), userSaid('on')));
    expect(messages.some(({ role }) => role === 'assistant')).toBe(kept);
  });

  test('merges a paused answer and its continuation', () => {
    const messages = toApiMessages(
      transcript(userSaid('hi'), answered('r1', textBlock('one')), ended('r1', 'ok'), answered('r2', textBlock('two')), ended('r2', 'ok')),
    );
    expect(messages[1]).toEqual({ role: 'assistant', content: [textBlock('one'), textBlock('two')] });
  });

  test('assigns events of a sub-agent to its own conversation', () => {
    const events = numbered([userSaid('hi'), { ...userSaid('inner'), agentId: 'agent-1' }]);
    const inner = new Transcript('agent-1');
    for (const event of events) inner.apply(event);
    expect(toApiMessages(inner)).toEqual([{ role: 'user', content: [{ type: 'text', text: 'inner' }] }]);
  });
});

describe('the request', () => {
  const frame = { model: 'm', maxTokens: 10, tools: [] };
  const prompt: NewSessionEvent = { type: 'session.prompt', data: { system: 'You are.', sources: [] } };

  test('the same log produces identical bytes', () => {
    const events = [prompt, userSaid('hi'), ...answered('r1', call('a')), finished('a', 'A')];
    expect(JSON.stringify(buildRequest(transcript(events), frame))).toBe(JSON.stringify(buildRequest(transcript(events), frame)));
  });

  test('moves two cache breakpoints with the conversation and leaves earlier content unchanged', () => {
    const first = buildRequest(transcript(prompt, userSaid('hi')), frame);
    const second = buildRequest(
      transcript(prompt, userSaid('hi'), answered('r1', call('a'), call('b')), finished('a', 'A'), finished('b', 'B')),
      frame,
    );
    expect(first.system).toEqual([{ type: 'text', text: 'You are.', cache_control: { type: 'ephemeral' } }]);
    expect(second.system).toEqual(first.system);
    const marked = second.messages.flatMap(({ content }) => content.filter((block) => 'cache_control' in block));
    expect(marked).toEqual([
      { type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } },
      { ...result('b', 'B'), cache_control: { type: 'ephemeral' } },
    ]);
    expect(JSON.stringify(second.messages).startsWith(JSON.stringify(first.messages).slice(0, -1))).toBe(true);
  });
});

describe('a compacted or rewound conversation', () => {
  const compacted = (compactionId: string, keptFrom?: string): NewSessionEvent => ({
    type: 'conversation.compacted',
    data: {
      compactionId,
      trigger: 'auto',
      content: [{ type: 'text', text: `summary ${compactionId}` }],
      summary: compactionId,
      ...(keptFrom !== undefined && { keptFrom }),
      tokensBefore: 2,
      tokensAfter: 1,
    },
  });
  const rewound = (messageId: string): NewSessionEvent => ({ type: 'conversation.rewound', data: { messageId, contextTokens: 0 } });
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const past = [userSaid('one'), answered('r1', textBlock('1')), userSaid('two'), answered('r2', call('a')), finished('a', 'A')];

  test('replaces everything before it by the summary', () => {
    expect(toApiMessages(transcript(...past, compacted('c1'), userSaid('three')))).toEqual([
      { role: 'user', content: [text('summary c1'), text('three')] },
    ]);
  });

  test('keeps the tail unchanged, calls with their results', () => {
    expect(toApiMessages(transcript(...past, compacted('c1', 'r2'), answered('r3', textBlock('3'))))).toEqual([
      { role: 'user', content: [text('summary c1')] },
      { role: 'assistant', content: [call('a')] },
      { role: 'user', content: [result('a', 'A')] },
      { role: 'assistant', content: [textBlock('3')] },
    ]);
  });

  test('extends a kept answer, whose calls get their results', () => {
    const messages = toApiMessages(transcript(...past, compacted('c1', 'r2'), answered('r2', call('b')), finished('b', 'B')));
    expect(messages.slice(1)).toEqual([
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'user', content: [result('a', 'A'), result('b', 'B')] },
    ]);
  });

  test('replaces the first compaction by the second, which may keep its tail', () => {
    const messages = toApiMessages(transcript(...past, compacted('c1', 'r2'), userSaid('three'), compacted('c2', 'r2'), userSaid('four')));
    expect(messages).toEqual([
      { role: 'user', content: [text('summary c2')] },
      { role: 'assistant', content: [call('a')] },
      { role: 'user', content: [result('a', 'A'), text('three'), text('four')] },
    ]);
  });

  test('rewinding past a compaction restores what was compacted', () => {
    expect(toApiMessages(transcript(...past, compacted('c1', 'r2'), answered('r3', textBlock('3')), rewound('m_two')))).toEqual([
      { role: 'user', content: [text('one')] },
      { role: 'assistant', content: [textBlock('1')] },
    ]);
  });

  test('rewinding to after a compaction keeps the summary', () => {
    const messages = toApiMessages(
      transcript(...past, compacted('c1'), userSaid('three'), answered('r3', textBlock('3')), rewound('m_three')),
    );
    expect(messages).toEqual([{ role: 'user', content: [text('summary c1')] }]);
  });

  test('ignores rewinding to an unknown or already removed message', () => {
    const before = transcript(...past);
    const after = transcript(...past, userSaid('three'), rewound('m_three'), rewound('m_three'), rewound('nothing'));
    expect(toApiMessages(after)).toEqual(toApiMessages(before));
    expect([after.hasMessage('m_three'), after.hasMessage('m_two')]).toEqual([false, true]);
  });
});

describe('incremental building', () => {
  const events = numbered([
    userSaid('hi'),
    ...answered('r1', textBlock('I look.'), call('a'), call('b')),
    finished('a', 'A'),
    finished('b', 'B'),
    ended('r1', 'ok'),
    userSaid('reminder'),
    userSaid('and another'),
    { type: 'result.replaced', data: { callId: 'a', content: 'short', persistedPath: '/tmp/a' } },
    ...answered('r2', call('c')),
    ended('r2', 'discarded'),
    ...answered('r3', { type: 'thinking', thinking: 'hm' }),
    ...answered('r3', textBlock('Done.')),
    userSaid('thanks'),
  ]);

  test('equals a full build at every event', () => {
    const growing = new Transcript();
    for (const [index, event] of events.entries()) {
      growing.apply(event);
      const fresh = new Transcript();
      for (const before of events.slice(0, index + 1)) fresh.apply(before);
      expect(toApiMessages(growing)).toEqual(toApiMessages(fresh));
    }
  });

  test('keeps unchanged messages as the same objects, so that they aren’t serialized again', () => {
    const growing = new Transcript();
    for (const event of events) growing.apply(event);
    const before = toApiMessages(growing);
    for (const event of numbered([userSaid('one more')])) growing.apply(event);
    const after = toApiMessages(growing);
    expect(after).toHaveLength(before.length);
    for (const [index, message] of before.slice(0, -1).entries()) expect(after[index]).toBe(message);
    expect(after.at(-1)).not.toBe(before.at(-1));
  });
});
