import type { AssistantBlock, UserContent } from '#shared/session/content.ts';
import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';
import { isBlankText, isThought, isToolUse } from './blocks.ts';
import type { Entry, StoredResult, Transcript } from './transcript.ts';

/** Cached messages of an entry and what they were built from. Rebuilt when a block or result was added or a result was shortened. */
interface Made {
  readonly entry: Entry;
  readonly blocks: number;
  readonly thoughts: boolean;
  readonly callIds: readonly string[];
  readonly results: readonly (StoredResult | undefined)[];
  readonly messages: readonly ApiMessage[];
  /** Its first message, merged with the one before it. */
  joined?: { readonly before: ApiMessage; readonly both: ApiMessage };
}

/**
 * Cached messages per conversation, by entry index. Every request repeats the whole conversation; rebuilding it, and its JSON, which is
 * cached by object identity, would cost more with every turn.
 */
const conversations = new WeakMap<Transcript, Made[]>();

/** Whether the thinking blocks of an answer are sent. */
export type KeepsThoughts = (answerId: string, answeredBy: string | undefined) => boolean;

/**
 * Converts the log to the input of the Messages API (SPEC A0). Pure. Assistant blocks stay unchanged, except for what the API rejects
 * (blank text, trailing thinking blocks, invalid tool names) and thinking blocks that aren't kept. Each `tool_use` gets exactly one
 * `tool_result`, in order, at the start of the following user message. Adjacent messages of one role are merged.
 */
export function toApiMessages(transcript: Transcript, keepsThoughts: KeepsThoughts = () => true): ApiMessage[] {
  const made = conversations.get(transcript) ?? [];
  conversations.set(transcript, made);
  const { entries, results } = transcript;
  made.length = Math.min(made.length, entries.length);
  const messages: ApiMessage[] = [];
  entries.forEach((entry, index) => {
    const thoughts = entry.role === 'assistant' && keepsThoughts(entry.id, entry.model);
    let now = made[index];
    if (!now || now.thoughts !== thoughts || !isCurrent(now, entry, results)) made[index] = now = make(entry, results, thoughts);
    for (const message of now.messages) {
      const last = messages.at(-1);
      if (last?.role === message.role) messages[messages.length - 1] = join(last, message, now);
      else messages.push(message);
    }
  });
  return messages;
}

function isCurrent({ entry: of, blocks, callIds, results: had }: Made, entry: Entry, results: Transcript['results']): boolean {
  if (of !== entry || entry.role === 'user') return of === entry;
  return blocks === entry.blocks.length && callIds.every((id, index) => results.get(id) === had[index]);
}

function make(entry: Entry, results: Transcript['results'], thoughts: boolean): Made {
  if (entry.role === 'user') return { entry, thoughts, ...fromUser(entry.content) };
  const blocks = thoughts ? entry.blocks : entry.blocks.filter((block) => !isThought(block));
  return { entry, thoughts, ...fromAssistant(blocks, results), blocks: entry.blocks.length };
}

function fromUser(content: UserContent): Pick<Made, 'blocks' | 'callIds' | 'results' | 'messages'> {
  return { blocks: 0, callIds: [], results: [], messages: userMessage(content.filter((block) => !isBlankText(block))) };
}

function fromAssistant(blocks: readonly AssistantBlock[], results: Transcript['results']): Pick<Made, 'callIds' | 'results' | 'messages'> {
  const sent = withoutDanglingThoughts(blocks.filter((block) => !isBlankText(block))).map(withSendableName);
  const callIds = sent.filter(isToolUse).map(({ id }) => id);
  const messages: ApiMessage[] =
    sent.length === 0
      ? []
      : [{ role: 'assistant', content: sent }, ...userMessage(resultBlocks(callIds.map((id) => toResult(id, results.get(id)))))];
  return { callIds, results: callIds.map((id) => results.get(id)), messages };
}

/** Results come first; the API takes only text in a result marked as an error, so the images and documents of those follow. */
function resultBlocks(results: readonly ApiToolResultBlock[]): ApiUserBlock[] {
  const moved = results.flatMap(({ is_error: isError, content }) =>
    isError === true && typeof content !== 'string' ? content.filter((block) => block.type === 'image' || block.type === 'document') : [],
  );
  if (moved.length === 0) return [...results];
  return [...results.map((result) => (result.is_error === true ? textOnly(result) : result)), ...moved];
}

function textOnly(result: ApiToolResultBlock): ApiToolResultBlock {
  if (typeof result.content === 'string') return result;
  const texts = result.content.filter((block) => block.type === 'text');
  return { ...result, content: texts.length === 0 ? 'The call failed. What it returned follows the results.' : texts };
}

function userMessage(content: readonly ApiUserBlock[]): ApiMessage[] {
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** Merges two adjacent messages of one role. */
function join(before: ApiMessage, message: ApiMessage, made: Made): ApiMessage {
  if (made.joined?.before !== before) made.joined = { before, both: joinedMessage(before, message) };
  return made.joined.both;
}

function joinedMessage(first: ApiMessage, next: ApiMessage): ApiMessage {
  if (first.role === 'user' && next.role === 'user') return { role: 'user', content: [...first.content, ...next.content] };
  if (first.role === 'assistant' && next.role === 'assistant') return { role: 'assistant', content: [...first.content, ...next.content] };
  throw new Error('Messages of different roles stay apart.');
}

/** Drops trailing thinking blocks: the API rejects messages that end in one. */
function withoutDanglingThoughts(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const end = blocks.findLastIndex((block) => !isThought(block));
  return blocks.slice(0, end + 1);
}

/** Tool names the API accepts. */
const SENDABLE_NAME = /^[\w-]{1,64}$/;

/** Models may call nonexistent tools with invalid names; sent back unchanged, such a name would fail every later request. */
function withSendableName(block: AssistantBlock): AssistantBlock {
  if (!isToolUse(block) || SENDABLE_NAME.test(block.name)) return block;
  return { ...block, name: block.name.replaceAll(/[^\w-]/gu, '_').slice(0, 64) || '_' };
}

function toResult(callId: string, result: StoredResult | undefined): ApiToolResultBlock {
  // Unreachable while the loop runs, but a log that lost its end must still give a valid conversation.
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
