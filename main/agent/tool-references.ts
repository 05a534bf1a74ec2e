import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';

type ResultPart = Exclude<ApiToolResultBlock['content'], string>[number];

/** Reuses the object for the same message and tools: its JSON is cached by identity. */
const made = new WeakMap<ApiMessage, { readonly unknown: string; readonly message: ApiMessage }>();

/**
 * Replaces `tool_reference` blocks with text, except those that name a tool in `referable`: the API rejects references to tools that
 * aren't in the request, and some servers reject all of them.
 */
export function withKnownReferences(messages: readonly ApiMessage[], referable: ReadonlySet<string>): ApiMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user') return message;
    const unknown = unknownNames(message.content, referable);
    if (unknown.length === 0) return message;
    const before = made.get(message);
    if (before?.unknown === unknown.join()) return before.message;
    const worded: ApiMessage = { role: 'user', content: message.content.map((block) => inWords(block, referable)) };
    made.set(message, { unknown: unknown.join(), message: worded });
    return worded;
  });
}

function unknownNames(content: readonly ApiUserBlock[], referable: ReadonlySet<string>): string[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool_result' || typeof block.content === 'string') return [];
    return block.content.flatMap((part) => (isUnknown(part, referable) ? [part.tool_name] : []));
  });
}

function inWords(block: ApiUserBlock, referable: ReadonlySet<string>): ApiUserBlock {
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block;
  return {
    ...block,
    content: block.content.map((part) => (isUnknown(part, referable) ? { type: 'text', text: `Loaded: ${part.tool_name}` } : part)),
  };
}

function isUnknown(part: ResultPart, referable: ReadonlySet<string>): part is Extract<ResultPart, { type: 'tool_reference' }> {
  return part.type === 'tool_reference' && !referable.has(part.tool_name);
}
