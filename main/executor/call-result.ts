import type { ToolUseBlock } from '#shared/session/content.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import type { EventBody } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AssistantMessage, NewMessage, ToolResultBlockParam } from '#main/tool/tool.ts';

/** A `tool_use` block that has arrived whole. */
export interface QueuedCall {
  readonly block: ToolUseBlock;
  readonly message: AssistantMessage;
  /** The raw text when the input didn't parse; then the call never runs. */
  readonly invalidJson?: string;
  /** Why it wasn't read, where it may be JSON: “nested deeper than 200 levels”. */
  readonly inputProblem?: string;
}

/** A hook said `continue: false`. */
export interface HookStop {
  /** Empty: none was given. */
  readonly reason: string;
  /** The hook. */
  readonly by: string;
}

/** The one answer to a call. */
export interface CallResult {
  readonly callId: string;
  /** What the model reads. */
  readonly block: ToolResultBlockParam;
  readonly outcome: CallOutcome;
  readonly newMessages: readonly NewMessage[];
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  /** A person denied it and said nothing: they want to say what next (SPEC G9). */
  readonly endsTurn: boolean;
  readonly stopsTurn?: HookStop;
  /** A shell command ran and failed: what runs or waits beside it is cancelled (SPEC E4). */
  readonly abortsSiblings: boolean;
  /** What the log keeps. */
  readonly finished: EventBody<'call.finished'>;
}
