import { describe, expect, test } from 'vitest';
import type { ApiMessage, ModelRequest } from '#main/model/client.ts';
import { ModelError } from '#main/model/model-error.ts';
import { parseScript, type ScriptTurn } from '#main/model/script.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import { collect } from '#test/support/collect.ts';

const user: ApiMessage = { role: 'user', content: [{ type: 'text', text: 'go' }] };

function assistant(...ids: string[]): ApiMessage {
  return {
    role: 'assistant',
    content: ids.length === 0 ? [{ type: 'text', text: 'said' }] : ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: {} })),
  };
}

function request(messages: readonly ApiMessage[], outcomes: Readonly<Record<string, CallOutcome>> = {}): ModelRequest {
  return { model: 'scripted', maxTokens: 1, system: [], tools: [], messages, callOutcomes: new Map(Object.entries(outcomes)) };
}

function client(turns: readonly ScriptTurn[], timeScale = 0) {
  const script = parseScript(JSON.stringify({ model: 'scripted', turns }), 'test.json');
  return new ScriptedClient({ script, projectDir: '/home/me/pro$&ject', timeScale });
}

async function play(source: ScriptedClient, ask: ModelRequest) {
  const events = await collect(source.stream(ask, new AbortController().signal));
  const blocks = new Map<number, { type: string; text: string; id: unknown }>();
  let stopReason: unknown;
  for (const event of events) {
    if (event.type === 'content_block_start')
      blocks.set(event.index, { type: event.content_block.type, text: '', id: event.content_block['id'] });
    if (event.type === 'content_block_delta') {
      const block = blocks.get(event.index);
      const { delta } = event;
      if (block && 'text' in delta) block.text += String(delta.text);
      if (block && 'partial_json' in delta) block.text += String(delta.partial_json);
      if (block && 'thinking' in delta) block.text += String(delta.thinking);
    }
    if (event.type === 'message_delta') stopReason = event.delta.stop_reason;
  }
  return { events, blocks: [...blocks.values()], stopReason };
}

const textTurn = (text: string): ScriptTurn => ({ blocks: [{ type: 'text', text }] });

describe('playing a script', () => {
  test('streams a turn in small pieces, like a model', async () => {
    const turn: ScriptTurn = {
      blocks: [
        { type: 'thinking', text: 'Let me think about this.' },
        { type: 'text', text: 'Naïve 🦊 text that needs several pieces.' },
        { type: 'tool_use', name: 'Read', input: { file_path: '${projectDir}/a.ts', deep: ['${projectDir}'] } },
      ],
    };
    const { events, blocks, stopReason } = await play(client([turn]), request([user]));
    expect(events.filter(({ type }) => type === 'content_block_delta').length).toBeGreaterThan(8);
    expect(blocks.map(({ type, text }) => ({ type, text }))).toEqual([
      { type: 'thinking', text: 'Let me think about this.' },
      { type: 'text', text: 'Naïve 🦊 text that needs several pieces.' },
      { type: 'tool_use', text: '{"file_path":"/home/me/pro$&ject/a.ts","deep":["/home/me/pro$&ject"]}' },
    ]);
    expect(stopReason).toBe('tool_use');
    expect(events.at(-1)?.type).toBe('message_stop');
  });

  test('uses different call IDs for each request', async () => {
    const turn: ScriptTurn = { blocks: [{ type: 'tool_use', name: 'Read', input: {} }] };
    const source = client([turn, turn]);
    const first = await play(source, request([user]));
    const second = await play(source, request([user, assistant('a'), user]));
    expect(first.blocks[0]?.id).not.toBe(second.blocks[0]?.id);
  });

  test('ends a slow turn at once on an interrupt', async () => {
    const controller = new AbortController();
    const slow = client([{ blocks: [{ type: 'text', text: 'x', delayMs: 600_000 }] }], 1);
    const failed = collect(slow.stream(request([user]), controller.signal)).catch((error: unknown) => error);
    controller.abort();
    const error = await failed;
    expect(error instanceof ModelError && error.kind).toBe('aborted');
  });
});

describe('choosing the next turn', () => {
  const turns: ScriptTurn[] = [
    { blocks: [{ type: 'tool_use', name: 'Edit', input: {} }], ifDenied: 'refused', ifFailed: 'broken' },
    { ...textTurn('went well'), then: 'end' },
    { id: 'refused', ...textTurn('you said no') },
    { id: 'broken', ...textTurn('it failed'), then: 'end' },
  ];
  const rows: readonly {
    name: string;
    messages: readonly ApiMessage[];
    outcomes?: Record<string, CallOutcome>;
    expected: RegExp | null;
  }[] = [
    { name: 'the first turn at the start', messages: [user], expected: null },
    { name: 'the next in order', messages: [user, assistant('a'), user], outcomes: { a: 'done' }, expected: /^went well$/ },
    {
      name: 'a branch when a call was denied',
      messages: [user, assistant('a', 'b'), user],
      outcomes: { a: 'done', b: 'denied' },
      expected: /^you said no$/,
    },
    { name: 'a branch when a call failed', messages: [user, assistant('a'), user], outcomes: { a: 'failed' }, expected: /^it failed$/ },
    {
      name: 'continues from the branch',
      messages: [user, assistant('a'), user, assistant(), user],
      outcomes: { a: 'denied' },
      expected: /^it failed$/,
    },
    {
      name: 'its end, in a message',
      messages: [user, assistant('a'), user, assistant(), user],
      outcomes: { a: 'done' },
      expected: /script ends here/,
    },
    {
      name: 'the end, every time after',
      messages: [user, assistant('a'), user, assistant(), user, assistant(), user],
      outcomes: { a: 'done' },
      expected: /script ends here/,
    },
  ];
  test.each(rows)('$name', async ({ messages, outcomes, expected }) => {
    const { blocks } = await play(client(turns), request(messages, outcomes));
    if (expected === null) expect(blocks[0]?.type).toBe('tool_use');
    else expect(blocks[0]?.text).toMatch(expected);
  });
});

describe('an invalid script is rejected with the location', () => {
  test.each([
    { text: '{', expected: /demo.json isn’t valid JSON/ },
    { text: '{"model":"scripted","turns":[]}', expected: /turns/ },
    { text: '{"model":"gpt","turns":[{"blocks":[{"type":"text","text":"x"}]}]}', expected: /model/ },
    { text: '{"model":"scripted","turns":[{"blocks":[{"type":"tool","name":"Read"}]}]}', expected: /turns\[0\]\.blocks\[0\]/ },
    {
      text: '{"model":"scripted","turns":[{"blocks":[{"type":"text","text":"x"}],"then":"nowhere"}]}',
      expected: /turns\[0\]\.then: there is no turn with the id “nowhere”/,
    },
    {
      text: '{"model":"scripted","turns":[{"id":"a","blocks":[{"type":"text","text":"x"}]},{"id":"a","blocks":[{"type":"text","text":"x"}]}]}',
      expected: /used twice/,
    },
    { text: '{"model":"scripted","turns":[{"blocks":[{"type":"text","text":"x","speed":1}]}]}', expected: /turns\[0\]\.blocks\[0\]/ },
  ])('$text', ({ text, expected }) => {
    expect(() => parseScript(text, 'demo.json')).toThrow(expected);
  });
});
