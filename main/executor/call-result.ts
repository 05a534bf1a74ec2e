import type { McpMeta, ResultContent, ToolUseBlock, UserContent } from '#shared/session/content.ts';
import type { CallOutcome, Span } from '#shared/session/call-record.ts';
import type { EventBody } from '#shared/session/event.ts';
import type { ToolUseContext, AssistantMessage, NewMessage, ToolResult, ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { AbortReason } from './abort.ts';
import type { ErrorKind } from './error-kind.ts';
import { plainView } from '#main/tool/present-call.ts';
import { cancelledOutcome, cancelledText } from './result-texts.ts';

/** A complete `tool_use` block. */
export interface QueuedCall {
  readonly block: ToolUseBlock;
  readonly message: AssistantMessage;
  /** A script made it, so no answer of the model has its input. */
  readonly isScripted?: true;
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
  /** What a person who denied it attached, with their words. */
  readonly feedback?: UserContent;
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  /** The user denied the call without a message: they want to say what to do next (SPEC G9). */
  readonly endsTurn: boolean;
  readonly stopsTurn?: HookStop;
  /** A shell command failed: running and queued sibling calls are cancelled (SPEC E4). */
  readonly abortsSiblings: boolean;
  /** The tool's own output; absent if it didn't run to its end. */
  readonly data?: unknown;
  /** The logged event. */
  readonly finished: EventBody<'call.finished'>;
}

/** How a call ended, before conversion to the formats of the API and the log. */
export interface CallEnd {
  readonly outcome: CallOutcome;
  readonly isError: boolean;
  readonly content: ResultContent;
  /** The tool's own output. */
  readonly data?: unknown;
  readonly view: ToolView;
  readonly errorKind?: ErrorKind;
  readonly exitCode?: number;
  readonly persistedPath?: string;
  readonly mcpMeta?: McpMeta | undefined;
  readonly newMessages?: readonly NewMessage[];
  readonly feedback?: UserContent;
  readonly contextModifier?: ToolResult<unknown, unknown>['contextModifier'];
  readonly endsTurn?: boolean;
  /** Set when a hook stopped the turn. Shown to people only. */
  readonly stopsTurn?: HookStop;
  readonly abortsSiblings?: boolean;
  /** The reason, if the auto-mode classifier denied the call. */
  readonly refusedByClassifier?: string;
}

/** Result of a pipeline step: the value for the next step, or the end of the call. */
export type StepResult<T> = { readonly type: 'go'; readonly value: T } | { readonly type: 'end'; readonly end: CallEnd };

export function go<T>(value: T): StepResult<T> {
  return { type: 'go', value };
}

export function endHere(end: CallEnd): { readonly type: 'end'; readonly end: CallEnd } {
  return { type: 'end', end };
}

export function cancelledEnd(reason: AbortReason, began: boolean, view: ToolView): CallEnd {
  return {
    outcome: 'cancelled',
    isError: true,
    content: cancelledText(reason, began),
    view: { ...view, outcome: cancelledOutcome(reason) },
    errorKind: 'cancelled',
  };
}

export function toCallResult(call: QueuedCall, end: CallEnd, spans: readonly Span[]): CallResult {
  const callId = call.block.id;
  const { outcome, isError, content, view, errorKind, exitCode, persistedPath, mcpMeta, contextModifier } = end;
  return {
    callId,
    block: { type: 'tool_result', tool_use_id: callId, content, ...(isError && { is_error: true }) },
    outcome,
    newMessages: end.newMessages ?? [],
    ...(end.feedback && { feedback: end.feedback }),
    ...(contextModifier && { contextModifier }),
    endsTurn: end.endsTurn ?? false,
    ...(end.stopsTurn && { stopsTurn: end.stopsTurn }),
    abortsSiblings: end.abortsSiblings ?? false,
    data: end.data,
    finished: {
      callId,
      outcome,
      isError,
      content,
      view,
      spans: [...spans],
      ...(exitCode !== undefined && { exitCode }),
      ...(persistedPath !== undefined && { persistedPath }),
      ...(errorKind && { errorKind }),
      ...(mcpMeta && { mcpMeta }),
    },
  };
}

/** The result of a call that never entered the pipeline, or that doesn't end after an abort. */
export function cancelledResult(
  call: QueuedCall,
  reason: AbortReason,
  began: boolean,
  view: ToolView = plainView(call.block.name),
): CallResult {
  return toCallResult(call, cancelledEnd(reason, began, view), []);
}
