import type { Effort } from '#shared/model/models.ts';
import type { DocumentBlock, AssistantBlock, ImageBlock, ToolReferenceBlock } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import type { WebSearchOptions } from '#main/tool/services/side-model.ts';
import type { ModelStreamEvent } from './stream-event.ts';
import type { ThinkingParam } from './thinking.ts';

export interface CacheControl {
  readonly type: 'ephemeral';
}

/** A tool definition in the format of the Messages API. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly strict?: boolean;
  /** Keeps the definition out of the context until a `tool_reference` names it. Never combined with a cache breakpoint. */
  readonly defer_loading?: true;
  readonly cache_control?: CacheControl;
}

export interface ApiTextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: CacheControl;
}

export type ApiImageBlock = ImageBlock & { readonly cache_control?: CacheControl };
export type ApiDocumentBlock = DocumentBlock & { readonly cache_control?: CacheControl };

export type ApiToolReferenceBlock = ToolReferenceBlock & { readonly cache_control?: CacheControl };

export interface ApiToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly (ApiTextBlock | ApiImageBlock | ApiDocumentBlock | ApiToolReferenceBlock)[];
  readonly is_error?: boolean;
  readonly cache_control?: CacheControl;
}

export type ApiUserBlock = ApiTextBlock | ApiImageBlock | ApiDocumentBlock | ApiToolResultBlock;

export type ApiMessage =
  | { readonly role: 'user'; readonly content: readonly ApiUserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** The call that the auto-mode classifier judges, or a dispatching agent. */
export interface ClassifierSubject {
  readonly stage: 'fast' | 'thinking' | 'coordinator';
  readonly toolName: string;
  /** The tool's description of the call; for Bash, the command. */
  readonly action: string;
}

/** The sub-agent that makes the request. */
export interface ScriptedAgent {
  readonly type: string;
  readonly description: string;
}

/** All inputs of one request to the Messages API. Equal requests serialise to the same bytes. */
export interface ModelRequest {
  readonly model: string;
  /** Tokens. */
  readonly maxTokens: number;
  readonly thinking?: ThinkingParam;
  /** Only for a model that takes it. */
  readonly effort?: Effort;
  readonly system: readonly ApiTextBlock[];
  readonly tools: readonly ApiTool[];
  readonly messages: readonly ApiMessage[];
  /** Outcomes of earlier calls. Never sent; scripts use them to follow the user's decisions. */
  readonly callOutcomes: ReadonlyMap<string, CallOutcome>;
  /** Set on classifier requests. Never sent; scripts use it to look up the verdict. */
  readonly classifier?: ClassifierSubject;
  /** Asked for a tool, outside the conversation. Never sent; scripts have no answer to it. */
  readonly isSide?: true;
  /** Lets the server search the web while it answers. */
  readonly search?: WebSearchOptions;
  /** Set on requests of sub-agents. Never sent; scripts use it to choose the agent's part. */
  readonly agent?: ScriptedAgent;
}

/** A source of assistant messages (SPEC A1, A2). */
export interface ModelClient {
  readonly kind: 'anthropic' | 'scripted';
  /** Whether the auto-mode classifier can be asked through this client now. Default: no. */
  canClassify?(): boolean;
  /** Whether `tool_reference` blocks and `defer_loading` may be sent now (SPEC R5). Default: no. */
  knowsToolReferences?(): boolean;
  /** Whether the server can search the web now (`ModelRequest.search`). Default: no. */
  searchesWeb?(): boolean;
  /**
   * Makes one request; yields the stream's events as they arrive and returns after `message_stop`. Never retries.
   * @throws ModelError for every failure, including an abort.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelStreamEvent>;
  /** Like `stream`, but the server sends a non-streamed answer, which is converted to events. Absent: not supported. */
  complete?(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelStreamEvent>;
}
