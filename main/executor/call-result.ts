import type { ToolUseBlock } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import type { EventBody } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AssistantMessage, NewMessage, ToolResultBlockParam } from '#main/tool/tool.ts';

/** A complete `tool_use` block. */
export interface QueuedCall {
  readonly block: ToolUseBlock;
  readonly message: AssistantMessage;
  /** Raw input that isn't valid JSON; such a call never runs. */
  readonly invalidJson?: string;
  /** Why the input was rejected, if not for its syntax: “nested deeper than 200 levels”. */
  readonly inputProblem?: string;
}

/** A hook returned `continue: false`. */
export interface HookStop {
  /** Empty if the hook gave none. */
  readonly reason: string;
  /** Label of the hook. */
  readonly by: string;
}

/** The single result of a call. */
export interface CallResult {
  readonly callId: string;
  /** The block sent to the model. */
  readonly block: ToolResultBlockParam;
  readonly outcome: CallOutcome;
  readonly newMessages: readonly NewMessage[];
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  /** The user denied the call without a message: they want to say what to do next (SPEC G9). */
  readonly endsTurn: boolean;
  readonly stopsTurn?: HookStop;
  /** A shell command failed: running and queued sibling calls are cancelled (SPEC E4). */
  readonly abortsSiblings: boolean;
  /** The logged event. */
  readonly finished: EventBody<'call.finished'>;
}
