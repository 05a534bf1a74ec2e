import type { BenchCall } from '../bench-call.ts';
import type { Wire } from './wire.ts';

/** Anthropic’s Messages API. */
export const messagesWire: Wire = { path: /^\/v1\/messages/, answer };

interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

function answer(turn: number, calls: readonly BenchCall[]): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `m${turn}`, type: 'message', role: 'assistant', model: 'bench', content: [], stop_reason: null, usage };
  const stopReason = calls.length === 0 ? 'end_turn' : 'tool_use';
  const events: StreamEvent[] = [
    { type: 'message_start', message },
    ...(calls.length === 0 ? lastWord() : calls.flatMap((call, index) => toolUse(call, index, `toolu_${turn}_${index}`))),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function lastWord(): StreamEvent[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'done' } },
    { type: 'content_block_stop', index: 0 },
  ];
}

function toolUse({ name, input }: BenchCall, index: number, id: string): StreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } },
    { type: 'content_block_stop', index },
  ];
}
