import { describe, expect, test } from 'vitest';
import { StreamAssembler } from '#main/agent/turn/stream-assembler.ts';
import type { ModelStreamEvent } from '#main/model/stream-event.ts';
import { assistantBlockSchema, type AssistantBlock } from '#shared/session/content.ts';

interface Closed {
  readonly index: number;
  readonly block: AssistantBlock;
  readonly invalidJson: string | undefined;
}

function assemble(events: readonly ModelStreamEvent[], takenIds: ReadonlySet<string> = new Set()) {
  const closed: Closed[] = [];
  const deltas: string[] = [];
  const assembler = new StreamAssembler(
    {
      delta: (index, kind, offset, text) => deltas.push(`${index} ${kind} ${offset} ${text}`),
      block: (index, block, invalidJson) => closed.push({ index, block, invalidJson }),
    },
    takenIds,
    32_000,
  );
  for (const event of events) assembler.take(event);
  return { assembler, closed, deltas };
}

const start = (index: number, content_block: { type: string; [field: string]: unknown }): ModelStreamEvent => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, piece: { type: string; [field: string]: unknown }): ModelStreamEvent => ({
  type: 'content_block_delta',
  index,
  delta: piece,
});
const LONG = 'x'.repeat(100_000);
const stop = (index: number): ModelStreamEvent => ({ type: 'content_block_stop', index });
const tool = (...pieces: string[]): ModelStreamEvent[] => [
  start(0, { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }),
  ...pieces.map((partial_json) => delta(0, { type: 'input_json_delta', partial_json })),
  stop(0),
];

describe('tool input is parsed strictly, once complete', () => {
  test.each([
    { name: 'whole', pieces: ['{"command":', '"ls"}'], input: { command: 'ls' }, invalid: undefined },
    { name: 'no input', pieces: [], input: {}, invalid: undefined },
    { name: 'an empty delta', pieces: [''], input: {}, invalid: undefined },
    {
      name: 'cut off',
      pieces: ['{"command":"rm -rf build'],
      input: { INVALID_JSON: '{"command":"rm -rf build' },
      invalid: '{"command":"rm -rf build',
    },
    { name: 'a trailing comma', pieces: ['{"a":1,}'], input: { INVALID_JSON: '{"a":1,}' }, invalid: '{"a":1,}' },
    { name: 'trailing text', pieces: ['{"a":1}', '{"a":2}'], input: { INVALID_JSON: '{"a":1}{"a":2}' }, invalid: '{"a":1}{"a":2}' },
    { name: 'a list', pieces: ['["ls"]'], input: { INVALID_JSON: '["ls"]' }, invalid: '["ls"]' },
    { name: 'null', pieces: ['null'], input: { INVALID_JSON: 'null' }, invalid: 'null' },
  ])('$name', ({ pieces, input, invalid }) => {
    expect(assemble(tool(...pieces)).closed).toEqual([
      { index: 0, block: { type: 'tool_use', id: 'toolu_1', name: 'Bash', input }, invalidJson: invalid },
    ]);
  });

  test('accepts a server that sends the input with the block start', () => {
    const { closed } = assemble([start(0, { type: 'tool_use', id: 'a', name: 'Read', input: { file_path: '/x' } }), stop(0)]);
    expect(closed[0]?.block).toMatchObject({ input: { file_path: '/x' } });
  });

  test('a key named __proto__ changes no prototype', () => {
    const { closed } = assemble(tool('{"__proto__":{"polluted":1},"a":1}'));
    expect(closed[0]?.block['input']).toEqual({ a: 1 });
    expect('polluted' in Object(closed[0]?.block['input'])).toBe(false);
  });
});

describe('call IDs are unique', () => {
  test.each([
    { id: 'toolu_1', taken: ['toolu_1'] },
    { id: '../../etc/passwd', taken: [] },
    { id: '', taken: [] },
    { id: undefined, taken: [] },
    { id: '__proto__', taken: [] },
    { id: 'constructor', taken: [] },
  ])('$id is replaced', ({ id, taken }) => {
    const { closed } = assemble([start(0, { type: 'tool_use', id, name: 'Read', input: {} }), stop(0)], new Set(taken));
    expect(closed[0]?.block['id']).toMatch(/^toolu_[0-9a-f]{32}$/);
  });

  test('keeps a new valid ID', () => {
    expect(assemble(tool('{}'), new Set(['toolu_0'])).closed[0]?.block['id']).toBe('toolu_1');
  });
});

test('assembles text and thinking blocks with the server’s extra fields', () => {
  const { closed, deltas } = assemble([
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'h' }),
    delta(0, { type: 'thinking_delta', thinking: 'm' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    stop(0),
    start(1, { type: 'text', text: '', citations: null }),
    delta(1, { type: 'text_delta', text: 'Hi' }),
    delta(1, { type: 'new_kind_of_delta', x: 1 }),
    delta(1, { type: 'text_delta', text: '!' }),
    stop(1),
    start(2, { type: 'redacted_thinking', data: 'abc' }),
    stop(2),
  ]);
  expect(closed.map(({ block }) => block)).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'text', text: 'Hi!', citations: null },
    { type: 'redacted_thinking', data: 'abc' },
  ]);
  expect(deltas).toEqual(['0 thinking 0 h', '0 thinking 1 m', '1 text 0 Hi', '1 text 2 !']);
});

test('a block is byte-identical when read back from the log', () => {
  const { closed } = assemble([
    start(0, { citations: null, text: '', type: 'text', zeta: 1 }),
    stop(0),
    start(1, { caller: { type: 'direct' }, input: {}, name: 'Read', id: 'a', type: 'tool_use' }),
    delta(1, { type: 'input_json_delta', partial_json: '{"z":1,"a":{"y":[],"b":2}}' }),
    stop(1),
  ]);
  const bytes = JSON.stringify(closed.map(({ block }) => block));
  expect(JSON.stringify(assistantBlockSchema.array().parse(JSON.parse(bytes)))).toBe(bytes);
});

test('usage is cumulative, and keeps fields that a later event omits', () => {
  const { assembler } = assemble([
    { type: 'message_start', message: { usage: { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 90 } } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 42, input_tokens: null } },
    { type: 'message_stop' },
  ]);
  expect(assembler.usage).toEqual({ input_tokens: 7, output_tokens: 42, cache_creation_input_tokens: 0, cache_read_input_tokens: 90 });
  expect(assembler.stopReason).toBe('end_turn');
});

test('an interrupt keeps partial text and drops partial calls and thinking blocks', () => {
  const { assembler, closed } = assemble([
    start(0, { type: 'thinking', thinking: 'x' }),
    start(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'So far' }),
    start(2, { type: 'tool_use', id: 'a', name: 'Bash', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{}' }),
  ]);
  assembler.closeText();
  expect(closed.map(({ block }) => block)).toEqual([{ type: 'text', text: 'So far' }]);
});

test.each<{ name: string; events: ModelStreamEvent[] }>([
  { name: 'a delta of no block', events: [delta(0, { type: 'text_delta', text: 'x' })] },
  {
    name: 'a delta of a closed block',
    events: [...tool('{}'), delta(0, { type: 'input_json_delta', partial_json: '{"command":"evil"}' })],
  },
  { name: 'an end of no block', events: [stop(0)] },
  { name: 'an index used twice', events: [...tool('{}'), start(0, { type: 'text', text: '' })] },
  { name: 'a block without an end', events: [start(0, { type: 'text', text: '' }), { type: 'message_stop' }] },
  { name: 'a call without a name', events: [start(0, { type: 'tool_use', id: 'a', input: {} }), stop(0)] },
  { name: 'a delta without text', events: [start(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta' })] },
])('rejects $name', ({ events }) => {
  expect(() => assemble(events)).toThrow(/doesn’t make sense/);
});

test.each<{ name: string; events: (round: number) => ModelStreamEvent[] }>([
  { name: 'blocks', events: (round) => [start(round, { type: 'text', text: 'x' }), stop(round)] },
  {
    name: 'a signature',
    events: (round) =>
      round === 0 ? [start(0, { type: 'thinking', thinking: '' })] : [delta(0, { type: 'signature_delta', signature: LONG })],
  },
  {
    name: 'citations',
    events: (round) =>
      round === 0 ? [start(0, { type: 'text', text: '' })] : [delta(0, { type: 'citations_delta', citation: { text: LONG } })],
  },
  {
    name: 'text in many blocks',
    events: (round) => [start(round, { type: 'text', text: '' }), delta(round, { type: 'text_delta', text: LONG }), stop(round)],
  },
  { name: 'blocks complete at their start', events: (round) => [start(round, { type: 'server_thing', data: LONG }), stop(round)] },
])('rejects an endless answer: $name', ({ events }) => {
  const assembler = new StreamAssembler({ delta: () => undefined, block: () => undefined }, new Set(), 32_000);
  const endless = () => {
    for (let round = 0; round < 20_000; round += 1) for (const event of events(round)) assembler.take(event);
  };
  expect(endless).toThrow('a response without end');
});
