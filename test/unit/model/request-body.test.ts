import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiMessage, ModelRequest } from '#main/model/client.ts';
import { requestBody } from '#main/model/request-body.ts';

const tool = { name: 'Read', description: 'reads “files”', input_schema: { type: 'object' as const } };
const messages: ApiMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'naïve 🙂 \ud800 \u2028' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { file_path: '/x', gone: undefined } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok', cache_control: { type: 'ephemeral' } }] },
];
const request: ModelRequest = {
  model: 'm"',
  maxTokens: 5,
  system: [{ type: 'text', text: 'be good' }],
  tools: [tool, { ...tool, name: 'Write' }],
  messages,
  callOutcomes: new Map(),
};

const search = { maxUses: 2, allowedDomains: ['example.org'] };
const searchTool = { type: 'web_search_20250305', name: 'web_search', max_uses: 2, allowed_domains: ['example.org'] };

function whole({ model, maxTokens, system, tools, messages, search: searches }: ModelRequest, stream: boolean): string {
  const all = searches ? [...tools, searchTool] : tools;
  const optional = { ...(system.length > 0 && { system }), ...(all.length > 0 && { tools: all }) };
  return JSON.stringify({ model, max_tokens: maxTokens, ...optional, messages, stream });
}

describe('the body of a request', () => {
  test.each<[string, ModelRequest, boolean]>([
    ['everything', request, true],
    ['the same again, from the cache', request, false],
    ['no system prompt', { ...request, system: [] }, true],
    ['no tools', { ...request, tools: [] }, true],
    ['another tool after the same first one', { ...request, tools: [tool, { ...tool, name: 'Edit' }] }, true],
    ['fewer tools', { ...request, tools: [tool] }, true],
    ['a web search after the tools', { ...request, search }, true],
    ['a web search alone', { ...request, tools: [], search }, true],
    ['the tools again', request, true],
    ['no messages', { ...request, messages: [] }, true],
    ['one message', { ...request, messages: messages.slice(0, 1) }, true],
    ['messages in another order', { ...request, messages: messages.toReversed() }, true],
  ])('equals JSON.stringify of the whole: %s', (_name, of, stream) => {
    expect(Buffer.from(requestBody(of, stream)).toString()).toBe(whole(of, stream));
  });

  test('stays equal as a conversation grows, is truncated and changes inside', () => {
    const pool = Array.from({ length: 8 }, (_, index): ApiMessage => ({
      role: 'user',
      content: [{ type: 'text', text: String(index).repeat(index * 900) }],
    }));
    const [first] = pool;
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(7), { maxLength: 12 }), { maxLength: 12 }), (steps) => {
        for (const step of steps) {
          const messages = [first, ...step.map((index) => pool[index])].filter((message) => message !== undefined);
          const of = { ...request, messages };
          expect(Buffer.from(requestBody(of, true)).toString()).toBe(whole(of, true));
        }
      }),
    );
  });
});
