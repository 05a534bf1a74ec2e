import type { ApiMessage, ApiTool, ApiUserBlock, CacheControl, ModelRequest } from '#main/model/client.ts';
import { toApiMessages } from './normalise.ts';
import type { Transcript } from './transcript.ts';

const EPHEMERAL: CacheControl = { type: 'ephemeral' };

export interface RequestFrame {
  readonly model: string;
  readonly maxTokens: number;
  /** The pool of this request, its own cache breakpoint already set. */
  readonly tools: readonly ApiTool[];
}

/**
 * The next request, made purely from the log. Cache breakpoints: the last built-in tool (set in `tools`), the system prompt, and
 * the end of the conversation, which moves forward with each request.
 */
export function buildRequest(transcript: Transcript, { model, maxTokens, tools }: RequestFrame): ModelRequest {
  return {
    model,
    maxTokens,
    system: transcript.system === '' ? [] : [{ type: 'text', text: transcript.system, cache_control: EPHEMERAL }],
    tools,
    messages: withBreakpoint(toApiMessages(transcript)),
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
