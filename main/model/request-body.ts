import type { WebSearchOptions } from '#main/tool/services/side-model.ts';
import type { ApiMessage, ApiTool, ModelRequest } from './client.ts';

const MIN_BYTES = 4096;

/** Incrementally encoded JSON of an append-only list, with a comma after each item. Items are immutable and compared by identity. */
class EncodedList {
  readonly #items: object[] = [];
  /** End offset of each item. */
  readonly #ends: number[] = [];
  #bytes = Buffer.allocUnsafe(MIN_BYTES);

  /** JSON of the first `count` of `items`. A view that is valid until the next call, not a copy. */
  encode(items: readonly object[], count: number): Uint8Array {
    let same = 0;
    while (same < count && same < this.#items.length && items[same] === this.#items[same]) same += 1;
    this.#items.length = same;
    this.#ends.length = same;
    for (const item of items.slice(same, count)) this.#add(item);
    return this.#bytes.subarray(0, this.#size);
  }

  get #size(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #add(item: object): void {
    const text = `${JSON.stringify(item)},`;
    const start = this.#size;
    const end = start + Buffer.byteLength(text);
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#bytes.write(text, start);
    this.#items.push(item);
    this.#ends.push(end);
  }
}

/**
 * Encoded conversations by their first message. Each request repeats all of the previous one; serialising it again would cost more with
 * every turn.
 */
const conversations = new WeakMap<ApiMessage, EncodedList>();

/** Encoded tool lists by their first tool: tens of kilobytes that most requests repeat. */
const toolLists = new WeakMap<ApiTool, EncodedList>();

/** The request body: JSON identical to the output of `JSON.stringify`. Field order is fixed, so equal requests give equal bytes. */
export function requestBody(request: ModelRequest, stream: boolean): Uint8Array {
  const { model, maxTokens, thinking, effort, system, tools, search } = request;
  const head = JSON.stringify({
    model,
    max_tokens: maxTokens,
    ...(thinking && { thinking }),
    ...(effort && { output_config: { effort } }),
    ...(system.length > 0 && { system }),
  });
  const { sent, last } = encodedMessages(request.messages);
  return Buffer.concat([
    Buffer.from(head.slice(0, -1)),
    ...encodedTools(tools, search),
    Buffer.from(',"messages":['),
    sent,
    Buffer.from(`${last}],"stream":${stream}}`),
  ]);
}

/** The field of all tools with the comma before it, in pieces; none without tools. */
function encodedTools(tools: readonly ApiTool[], search: WebSearchOptions | undefined): Uint8Array[] {
  const [first] = tools;
  const last = search ? JSON.stringify(searchTool(search)) : '';
  if (!first) return search ? [Buffer.from(`,"tools":[${last}]`)] : [];
  const all = encodedList(toolLists, first).encode(tools, tools.length);
  // Without a search, the comma after the last tool is left out.
  return [Buffer.from(',"tools":['), search ? all : all.subarray(0, -1), Buffer.from(`${last}]`)];
}

function searchTool({ maxUses, allowedDomains, blockedDomains }: WebSearchOptions) {
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: maxUses,
    ...(allowedDomains && { allowed_domains: allowedDomains }),
    ...(blockedDomains && { blocked_domains: blockedDomains }),
  };
}

/** The last message isn't cached: it carries the cache breakpoint, which moves with the next request. */
function encodedMessages(messages: readonly ApiMessage[]): { readonly sent: Uint8Array; readonly last: string } {
  const [first] = messages;
  const last = messages.at(-1);
  if (!first || !last) return { sent: new Uint8Array(), last: '' };
  if (messages.length === 1) return { sent: new Uint8Array(), last: JSON.stringify(last) };
  return { sent: encodedList(conversations, first).encode(messages, messages.length - 1), last: JSON.stringify(last) };
}

function encodedList<First extends object>(lists: WeakMap<First, EncodedList>, first: First): EncodedList {
  const known = lists.get(first);
  if (known) return known;
  const list = new EncodedList();
  lists.set(first, list);
  return list;
}
