import type { CallOutcome } from '#shared/session/call-record.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AbortReason } from './abort-reason.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

/** What a run and the executor tell each other while it lasts. */
export interface CallControl {
  /** A wait for a person begins or ends. Resolves when the call has a slot again; at once for the beginning. */
  readonly onWaiting: (waiting: boolean) => Promise<void>;
  /** The call has another input now, which may (`safe`) or may not run beside others. Resolves when it may go on. */
  readonly onChangedInput: (safe: boolean) => Promise<void>;
  /** The tool is about to run: from here on the call may have effects. */
  readonly onBegin: () => void;
  /** Whether the call still has no answer. What it reports after that concerns nobody. */
  readonly isOpen: () => boolean;
}

export interface StreamingExecutorOptions {
  readonly context: ToolUseContext;
  /** Stops everything when aborted. */
  readonly turnSignal: AbortSignal;
  /** Calls that may run at once; those that wait for a person don't count. */
  readonly cap: number;
  readonly runCall: (call: QueuedCall, context: ToolUseContext, control: CallControl) => Promise<CallResult>;
  /** The answer to a call that nothing can come of; it waits for nothing and holds nothing up. */
  readonly answerAtOnce?: (call: QueuedCall) => CallResult | undefined;
  readonly isConcurrencySafe: (call: QueuedCall) => boolean;
  /** Whether a call can't have changed anything. What may run beside others may still change things: sub-agents do. */
  readonly isReadOnly: (call: QueuedCall) => boolean;
  /** What an impatient user means for a running call. */
  readonly interruptBehavior: (call: QueuedCall) => 'cancel' | 'block';
  readonly onQueued?: (call: QueuedCall, parallel: boolean) => void;
  /** Each call once, as soon as it has its result. A throw is kept and thrown by `results()`. */
  readonly onSettled?: (call: QueuedCall, result: CallResult) => void;
  /** A call was aborted by the tool itself, for a reason that isn't the executor's: the turn ends with it. */
  readonly onOwnAbort?: (reason: AbortReason) => void;
  /** Milliseconds a call gets to end by itself after it was told to stop. Default 2000. */
  readonly graceMs?: number;
  /** What a call that never ran looks like. */
  readonly view?: (call: QueuedCall) => ToolView;
  /** Names a call for the others it takes along: "Run `npm test`". Its result, when that is why. */
  readonly describe?: (call: QueuedCall, result?: CallResult) => string;
}

/** A call of a response that was thrown away, and how it ended. */
export interface DiscardedCall {
  readonly call: QueuedCall;
  readonly outcome: CallOutcome;
}

/** What is left of a response that was thrown away. */
export interface Discarded {
  /** The calls that could change something and may have. */
  readonly begun: readonly DiscardedCall[];
  /** A person refused one of its calls and said nothing: that holds, whatever becomes of the response (SPEC G9). */
  readonly endsTurn: boolean;
}
