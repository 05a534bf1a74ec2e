import type { AssistantBlock, UserContent } from '#shared/session/content.ts';
import type { ApiMessage, ApiToolResultBlock, ApiUserBlock } from '#main/model/client.ts';
import { isBlankText, isThought, isToolUse } from './blocks.ts';
import type { Entry, StoredResult, Transcript } from './transcript.ts';

/** What an entry became, and of what: it is made anew when a block or a result has come since, or a result was shortened. */
interface Made {
  readonly entry: Entry;
  readonly blocks: number;
  readonly thoughts: boolean;
  readonly callIds: readonly string[];
  readonly results: readonly (StoredResult | undefined)[];
  readonly messages: readonly ApiMessage[];
  /** Its first message, joined to the one before it. */
  joined?: { readonly before: ApiMessage; readonly both: ApiMessage };
}

/**
 * What the entries of a conversation became the last time, by their place in it. Each request repeats the whole conversation: made
 * anew it would cost more with every turn, and so would its JSON, which is kept as long as the messages are the same objects.
 */
const conversations = new WeakMap<Transcript, Made[]>();

/** Whether the thoughts of an answer are sent. */
export type KeepsThoughts = (answerId: string, answeredBy: string | undefined) => boolean;

/**
 * The one step from the log to what a Messages API takes (SPEC A0). Pure. Assistant blocks stay as they came, except what an API
 * refuses (blank text, a dangling thought, an impossible name) and thoughts that aren't kept. Each `tool_use` gets exactly one
 * `tool_result`, in order, at the front of the user message that follows; neighbours of one role become one message.
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
    sent.length === 0 ? [] : [{ role: 'assistant', content: sent }, ...userMessage(callIds.map((id) => toResult(id, results.get(id))))];
  return { callIds, results: callIds.map((id) => results.get(id)), messages };
}

function userMessage(content: readonly ApiUserBlock[]): ApiMessage[] {
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

/** Neighbours of one role. */
function join(before: ApiMessage, message: ApiMessage, made: Made): ApiMessage {
  if (made.joined?.before !== before) made.joined = { before, both: joinedMessage(before, message) };
  return made.joined.both;
}

function joinedMessage(first: ApiMessage, next: ApiMessage): ApiMessage {
  if (first.role === 'user' && next.role === 'user') return { role: 'user', content: [...first.content, ...next.content] };
  if (first.role === 'assistant' && next.role === 'assistant') return { role: 'assistant', content: [...first.content, ...next.content] };
  throw new Error('Messages of different roles stay apart.');
}

/** A message may not end in a thought: one that was cut off there loses it. */
function withoutDanglingThoughts(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const end = blocks.findLastIndex((block) => !isThought(block));
  return blocks.slice(0, end + 1);
}

/** As an API takes the name of a tool. */
const SENDABLE_NAME = /^[\w-]{1,64}$/;

/** Models call tools that don't exist, by names an API refuses; sent back as it came, one would fail every request from then on. */
function withSendableName(block: AssistantBlock): AssistantBlock {
  if (!isToolUse(block) || SENDABLE_NAME.test(block.name)) return block;
  return { ...block, name: block.name.replaceAll(/[^\w-]/gu, '_').slice(0, 64) || '_' };
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
