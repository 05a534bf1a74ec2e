import type { ApiMessage, ApiTool, ApiUserBlock, CacheControl, ModelRequest } from '#main/model/client.ts';
import { toApiMessages } from './normalise.ts';
import type { ThinkingMemory } from './thinking-memory.ts';
import { withKnownReferences } from './tool-references.ts';
import type { Transcript } from './transcript.ts';

const NONE: ReadonlySet<string> = new Set();
const EPHEMERAL: CacheControl = { type: 'ephemeral' };

export interface RequestFrame {
  readonly model: string;
  readonly maxTokens: number;
  /** The pool of this request, its own cache breakpoint already set. */
  readonly tools: readonly ApiTool[];
  /** Tools that a `tool_reference` may name; default none. */
  readonly referable?: ReadonlySet<string>;
  /** What the session knows about thinking; without it nothing is asked for and nothing left out. */
  readonly thinking?: ThinkingMemory | undefined;
}

/**
 * The next request, made purely from the log. Cache breakpoints, four as an API allows: the last built-in tool (set in `tools`), the
 * system prompt, and two in the conversation, which move forward with it.
 */
export function buildRequest(transcript: Transcript, { model, maxTokens, tools, referable = NONE, thinking }: RequestFrame): ModelRequest {
  const messages = toApiMessages(transcript, thinking && ((id, answeredBy) => thinking.keepsThoughts(id, answeredBy, model)));
  const param = thinking?.paramFor(model, maxTokens, messages);
  return {
    model,
    maxTokens,
    ...(param && { thinking: param }),
    system: transcript.system === '' ? [] : [{ type: 'text', text: transcript.system, cache_control: EPHEMERAL }],
    tools,
    messages: withBreakpoints(withKnownReferences(messages, referable)),
    callOutcomes: transcript.outcomes,
  };
}

/**
 * At the end of the conversation and where it ended in the request before. A cache looks no more than 20 blocks back from a
 * breakpoint for what it has, which an answer with ten calls and their results goes past; at the second one it finds it at once.
 */
function withBreakpoints(messages: readonly ApiMessage[]): ApiMessage[] {
  const ends = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2);
  return messages.map((message, index) => (ends.includes(index) ? marked(message) : message));
}

/** Made once for each message: the JSON of what is sent is remembered by identity. */
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
