import type { ApiMessage, ModelRequest } from './client.ts';
import { EncodedList } from './encoded-list.ts';

/**
 * Encoded conversations by their first message. Each request repeats all of the previous one; serialising it again would cost more with
 * every turn.
 */
const conversations = new WeakMap<ApiMessage, EncodedList>();

/** The request body: JSON identical to the output of `JSON.stringify`. Field order is fixed, so equal requests give equal bytes. */
export function requestBody(request: ModelRequest, stream: boolean): Uint8Array {
  const { model, maxTokens, thinking, system, tools } = request;
  const head = JSON.stringify({
    model,
    max_tokens: maxTokens,
    ...(thinking && { thinking }),
    ...(system.length > 0 && { system }),
    ...(tools.length > 0 && { tools }),
  });
  const { sent, last } = encodedMessages(request.messages);
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"messages":[`), sent, Buffer.from(`${last}],"stream":${stream}}`)]);
}

/** The last message isn't cached: it carries the cache breakpoint, which moves with the next request. */
function encodedMessages(messages: readonly ApiMessage[]): { readonly sent: Uint8Array; readonly last: string } {
  const [first] = messages;
  const last = messages.at(-1);
  if (!first || !last) return { sent: new Uint8Array(), last: '' };
  if (messages.length === 1) return { sent: new Uint8Array(), last: JSON.stringify(last) };
  let list = conversations.get(first);
  if (!list) conversations.set(first, (list = new EncodedList()));
  return { sent: list.encode(messages, messages.length - 1), last: JSON.stringify(last) };
}
