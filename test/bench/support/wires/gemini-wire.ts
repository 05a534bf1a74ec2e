import type { BenchCall } from '../bench-call.ts';
import type { Wire } from './wire.ts';

/** Google’s Gemini API. */
export const geminiWire: Wire = { path: /:streamGenerateContent/, answer };

function answer(turn: number, calls: readonly BenchCall[]): string {
  const made = calls.map(({ name, input }, index) => ({ functionCall: { id: `call_${turn}_${index}`, name, args: input } }));
  const content = { role: 'model', parts: made.length === 0 ? [{ text: 'done' }] : made };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return `data: ${JSON.stringify({ candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata })}\n\n`;
}
