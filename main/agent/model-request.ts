import type { ApiMessage, ApiTool, ApiUserBlock, CacheControl, ModelRequest } from '#main/model/client.ts';
import { toApiMessages } from './normalise.ts';
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
}

/**
 * The next request, made purely from the log. Cache breakpoints: the last built-in tool (set in `tools`), the system prompt, and
 * the end of the conversation, which moves forward with each request.
 */
export function buildRequest(transcript: Transcript, { model, maxTokens, tools, referable = NONE }: RequestFrame): ModelRequest {
  return {
    model,
    maxTokens,
    system: transcript.system === '' ? [] : [{ type: 'text', text: transcript.system, cache_control: EPHEMERAL }],
    tools,
    messages: withBreakpoint(withKnownReferences(toApiMessages(transcript), referable)),
    callOutcomes: transcript.outcomes,
  };
}

function withBreakpoint(messages: readonly ApiMessage[]): ApiMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[at];
  return last?.role === 'user' ? messages.with(at, { role: 'user', content: markLast(last.content) }) : [...messages];
}

function markLast(content: readonly ApiUserBlock[]): ApiUserBlock[] {
  return content.map((block, index) => (index === content.length - 1 ? { ...block, cache_control: EPHEMERAL } : block));
}
