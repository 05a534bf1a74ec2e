import type { AssistantBlock, ImageBlock, ToolReferenceBlock } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import type { ModelStreamEvent } from './stream-event.ts';
import type { ThinkingParam } from './thinking.ts';

export interface CacheControl {
  readonly type: 'ephemeral';
}

/** A tool definition as the Messages API takes it. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly strict?: boolean;
  /** The definition stays out of the context until a `tool_reference` names it. Never together with a cache breakpoint. */
  readonly defer_loading?: true;
  readonly cache_control?: CacheControl;
}

export interface ApiTextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: CacheControl;
}

export type ApiImageBlock = ImageBlock & { readonly cache_control?: CacheControl };

export type ApiToolReferenceBlock = ToolReferenceBlock & { readonly cache_control?: CacheControl };

export interface ApiToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly (ApiTextBlock | ApiImageBlock | ApiToolReferenceBlock)[];
  readonly is_error?: boolean;
  readonly cache_control?: CacheControl;
}

export type ApiUserBlock = ApiTextBlock | ApiImageBlock | ApiToolResultBlock;

export type ApiMessage =
  | { readonly role: 'user'; readonly content: readonly ApiUserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** What the automatic classifier is asked about. */
export interface ClassifierSubject {
  readonly stage: 'fast' | 'thinking';
  readonly toolName: string;
  /** The tool's own words for the call: for Bash the command. */
  readonly action: string;
}

/** Which sub-agent asks. */
export interface ScriptedAgent {
  readonly type: string;
  readonly description: string;
}

/** Everything that makes up one request to a Messages API. Two equal requests serialise to the same bytes. */
export interface ModelRequest {
  readonly model: string;
  /** Tokens. */
  readonly maxTokens: number;
  readonly thinking?: ThinkingParam;
  readonly system: readonly ApiTextBlock[];
  readonly tools: readonly ApiTool[];
  readonly messages: readonly ApiMessage[];
  /** How earlier calls ended. Never sent: only a script reads it, to follow what a person decided. */
  readonly callOutcomes: ReadonlyMap<string, CallOutcome>;
  /** Set on a request of the classifier. Never sent: only a script reads it, to look its answer up. */
  readonly classifier?: ClassifierSubject;
  /** Set on a request of a sub-agent. Never sent: only a script reads it, to play the agent's own part. */
  readonly agent?: ScriptedAgent;
}

/** A source of assistant messages (SPEC A1, A2). */
export interface ModelClient {
  readonly kind: 'anthropic' | 'scripted';
  /** Whether the automatic classifier can be asked through this client now. Absent: it can't. */
  canClassify?(): boolean;
  /** Whether `tool_reference` blocks and `defer_loading` may be sent now (SPEC R5). Absent: no. */
  knowsToolReferences?(): boolean;
  /**
   * One request; yields the stream's events as they arrive and returns after `message_stop`. Never retries.
   * @throws ModelError for everything that goes wrong, an abort included.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelStreamEvent>;
  /** The same, asked for without streaming: the answer comes whole, as the events of a stream. Absent: it can't. */
  complete?(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelStreamEvent>;
}
