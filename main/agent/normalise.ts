import type { AssistantBlock, UserContent } from '#shared/session/content.ts';
import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';
import { isBlankText, isToolUse } from './blocks.ts';
import type { Entry, StoredResult, Transcript } from './transcript.ts';

/** What an entry became, and of what: it is made anew when a block or a result has come since, or a result was shortened. */
interface Made {
  readonly blocks: number;
  readonly callIds: readonly string[];
  readonly results: readonly (StoredResult | undefined)[];
  readonly messages: readonly ApiMessage[];
}

/**
 * What was made before, by identity. Each request repeats the whole conversation: made anew it would cost more with every turn, and
 * so would its JSON, which is remembered by message.
 */
const made = new WeakMap<Entry, Made>();
const joined = new WeakMap<ApiMessage, { readonly next: ApiMessage; readonly both: ApiMessage }>();

/**
 * The one step from the log to what a Messages API takes (SPEC A0). Pure. Assistant blocks stay as they came, except those an
 * API refuses (blank text, a dangling thought). Each `tool_use` gets exactly one `tool_result`, in order, at the front of the user
 * message that follows; neighbours of one role become one message.
 */
export function toApiMessages(transcript: Transcript): ApiMessage[] {
  const messages: ApiMessage[] = [];
  for (const entry of transcript.entries) {
    for (const message of messagesOf(entry, transcript.results)) {
      const last = messages.at(-1);
      if (last?.role === message.role) messages[messages.length - 1] = join(last, message);
      else messages.push(message);
    }
  }
  return messages;
}

function messagesOf(entry: Entry, results: Transcript['results']): readonly ApiMessage[] {
  const before = made.get(entry);
  if (before && isCurrent(before, entry, results)) return before.messages;
  const now = entry.role === 'user' ? fromUser(entry.content) : fromAssistant(entry.blocks, results);
  made.set(entry, now);
  return now.messages;
}

function isCurrent({ blocks, callIds, results: had }: Made, entry: Entry, results: Transcript['results']): boolean {
  if (entry.role === 'user') return true;
  return blocks === entry.blocks.length && callIds.every((id, index) => results.get(id) === had[index]);
}

function fromUser(content: UserContent): Made {
  return { blocks: 0, callIds: [], results: [], messages: userMessage(content.filter((block) => !isBlankText(block))) };
}

function fromAssistant(blocks: readonly AssistantBlock[], results: Transcript['results']): Made {
  const sent = withoutDanglingThoughts(blocks.filter((block) => !isBlankText(block)));
  const callIds = sent.filter(isToolUse).map(({ id }) => id);
  const messages: ApiMessage[] =
    sent.length === 0 ? [] : [{ role: 'assistant', content: sent }, ...userMessage(callIds.map((id) => toResult(id, results.get(id))))];
  return { blocks: blocks.length, callIds, results: callIds.map((id) => results.get(id)), messages };
}

function userMessage(content: readonly ApiUserBlock[]): ApiMessage[] {
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** Neighbours of one role. */
function join(first: ApiMessage, next: ApiMessage): ApiMessage {
  const before = joined.get(first);
  if (before?.next === next) return before.both;
  const both = joinedMessage(first, next);
  joined.set(first, { next, both });
  return both;
}

function joinedMessage(first: ApiMessage, next: ApiMessage): ApiMessage {
  if (first.role === 'user' && next.role === 'user') return { role: 'user', content: [...first.content, ...next.content] };
  if (first.role === 'assistant' && next.role === 'assistant') return { role: 'assistant', content: [...first.content, ...next.content] };
  throw new Error('Messages of different roles stay apart.');
}

/** A message may not end in a thought: one that was cut off there loses it. */
function withoutDanglingThoughts(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const end = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  return blocks.slice(0, end + 1);
}

function toResult(callId: string, result: StoredResult | undefined): ApiToolResultBlock {
  // Can't happen while the loop runs; a log that lost its end must still make a valid conversation.
  if (!result)
    return {
      type: 'tool_result',
      tool_use_id: callId,
      content: 'The result of this call is missing. It may have had effects.',
      is_error: true,
    };
  const content = typeof result.content === 'string' ? result.content : result.content.filter((block) => !isBlankText(block));
  return { type: 'tool_result', tool_use_id: callId, content, ...(result.isError && { is_error: true }) };
}
