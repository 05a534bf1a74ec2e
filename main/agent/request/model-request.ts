import { type EffortChoice, effortFor } from '#shared/model/effort.ts';
import type { ApiMessage, ApiTool, ApiToolResultBlock, ApiUserBlock, CacheControl, ModelRequest } from '#main/model/client.ts';
import { toApiMessages } from './normalise.ts';
import type { ThinkingMemory } from './thinking-memory.ts';
import type { Transcript } from './transcript.ts';

const NONE: ReadonlySet<string> = new Set();
const EPHEMERAL: CacheControl = { type: 'ephemeral' };

export interface RequestFrame {
  readonly model: string;
  readonly maxTokens: number;
  /** Default: the model's own. */
  readonly effort?: EffortChoice | undefined;
  /** Tool definitions, with their cache breakpoint set. */
  readonly tools: readonly ApiTool[];
  /** Tools that a `tool_reference` may name. Default: none. */
  readonly referable?: ReadonlySet<string>;
  /** The session's thinking state. Without it, thinking is not requested and no thinking block is left out. */
  readonly thinking?: ThinkingMemory | undefined;
}

/**
 * Builds the next request from the log alone. Uses the four cache breakpoints the API allows: the last built-in tool (set in `tools`),
 * the system prompt, and two in the conversation that advance with it.
 */
export function buildRequest(
  transcript: Transcript,
  { model, maxTokens, effort: choice = 'auto', tools, referable = NONE, thinking }: RequestFrame,
): ModelRequest {
  const messages = toApiMessages(transcript, thinking && ((id, answeredBy) => thinking.keepsThoughts(id, answeredBy, model)));
  const param = thinking?.paramFor(model, maxTokens, messages);
  const effort = thinking?.takesEffort(model) === false ? undefined : effortFor(model, choice);
  return {
    model,
    maxTokens,
    ...(param && { thinking: param }),
    ...(effort && { effort }),
    system: transcript.system === '' ? [] : [{ type: 'text', text: transcript.system, cache_control: EPHEMERAL }],
    tools,
    messages: withBreakpoints(withKnownReferences(messages, referable)),
    callOutcomes: transcript.outcomes,
  };
}

/**
 * Sets breakpoints at the end of the conversation and at the end of the previous request. The cache looks back at most 20 blocks from a
 * breakpoint, which an answer with ten calls and their results exceeds; the second breakpoint still hits.
 */
function withBreakpoints(messages: readonly ApiMessage[]): ApiMessage[] {
  const ends = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2);
  return messages.map((message, index) => (ends.includes(index) ? marked(message) : message));
}

/** Created once per message: the serialized JSON is cached by object identity. */
const made = new WeakMap<ApiMessage, ApiMessage>();

function marked(message: ApiMessage): ApiMessage {
  if (message.role !== 'user') return message;
  const before = made.get(message);
  if (before) return before;
  const end: ApiMessage = { role: 'user', content: markLast(message.content) };
  made.set(message, end);
  return end;
}

function markLast(content: readonly ApiUserBlock[]): ApiUserBlock[] {
  return content.map((block, index) => (index === content.length - 1 ? { ...block, cache_control: EPHEMERAL } : block));
}

type ResultPart = Exclude<ApiToolResultBlock['content'], string>[number];

/** Reuses the object for the same message and tools: its JSON is cached by identity. */
const textVersions = new WeakMap<ApiMessage, { readonly unknown: string; readonly message: ApiMessage }>();

/**
 * Replaces `tool_reference` blocks with text, except those that name a tool in `referable`: the API rejects references to tools that
 * aren't in the request, and some servers reject all of them.
 */
function withKnownReferences(messages: readonly ApiMessage[], referable: ReadonlySet<string>): ApiMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user') return message;
    const unknown = unknownNames(message.content, referable);
    if (unknown.length === 0) return message;
    const before = textVersions.get(message);
    if (before?.unknown === unknown.join()) return before.message;
    const worded: ApiMessage = { role: 'user', content: message.content.map((block) => inWords(block, referable)) };
    textVersions.set(message, { unknown: unknown.join(), message: worded });
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
