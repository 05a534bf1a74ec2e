import type { BenchCall } from '../bench-call.ts';
import type { Wire } from './wire.ts';

/** OpenAI’s Responses API. */
export const responsesWire: Wire = { path: /^\/v1\/responses/, answer };

function answer(turn: number, calls: readonly BenchCall[]): string {
  const id = `resp_${turn}`;
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
  const text = { type: 'message', role: 'assistant', id: `msg_${turn}`, content: [{ type: 'output_text', text: 'done' }] };
  const items = calls.length === 0 ? [text] : calls.map((call, index) => functionCall(call, `call_${turn}_${index}`));
  const events = [
    { type: 'response.created', response: { id } },
    ...items.map((item) => ({ type: 'response.output_item.done', item })),
    { type: 'response.completed', response: { id, usage } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function functionCall({ name, input }: BenchCall, id: string): object {
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(input) };
}
