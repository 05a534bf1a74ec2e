import type { CallOutcome } from '#shared/session/call-record.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import type { AbortReason } from './abort.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

/** Callbacks from a running call to the executor. */
export interface CallControl {
  /** A wait for the user starts or ends. At the start it resolves at once; at the end, when the call has a slot again. */
  readonly onWaiting: (waiting: boolean) => Promise<void>;
  /** The input was replaced; `safe`: it may run concurrently. Resolves when the call may continue. */
  readonly onChangedInput: (safe: boolean) => Promise<void>;
  /** The question that was put before the call's turn. */
  readonly ahead: Promise<AheadQuestion | undefined> | undefined;
  /** Why an earlier answer about the call doesn't count. */
  readonly askedAgainBecause: string | undefined;
  /** Called right before the tool runs: from here on the call may have effects. */
  readonly onBegin: () => void;
  /** Whether the call has no result yet. Later progress is dropped. */
  readonly isOpen: () => boolean;
}

/** Callbacks from a call that is asked about before its turn. */
export interface AheadControl {
  /** Whether its turn hasn't come, and questions may still be asked. */
  readonly isWanted: () => boolean;
  /** Why an earlier answer about the call doesn't count. */
  readonly askedAgainBecause: string | undefined;
  /** The call was denied, which is final: it gets this result now. */
  readonly onDenied: (result: () => CallResult) => void;
}

/** What came of asking ahead: a question; `later`, if an earlier call may change that there was none; or nothing to ask. */
export type AskedAhead = AheadQuestion | 'later' | undefined;

export interface StreamingExecutorOptions {
  readonly context: ToolUseContext;
  /** Aborts all calls. */
  readonly turnSignal: AbortSignal;
  /** Maximum number of concurrent calls, not counting those that wait for the user. */
  readonly cap: number;
  readonly runCall: (call: QueuedCall, context: ToolUseContext, control: CallControl) => Promise<CallResult>;
  /** Asks about a call before its turn. Never rejects. */
  readonly askAhead?: (call: QueuedCall, context: ToolUseContext, control: AheadControl) => Promise<AskedAhead>;
  /** Whether later calls may be decided otherwise once this one has ended (another mode or folder): they aren't asked about before. */
  readonly changesLaterCalls?: (call: QueuedCall) => boolean;
  /** The file that an edit changes, with links resolved; `undefined` for other calls, and where that isn't known. */
  readonly editedFile?: (call: QueuedCall, context: ToolUseContext) => string | undefined;
  /** The result of a call that can't run (unknown tool). It bypasses the queue. */
  readonly answerAtOnce?: (call: QueuedCall) => CallResult | undefined;
  readonly isConcurrencySafe: (call: QueuedCall) => boolean;
  /** Whether a call can't have changed anything. Not implied by concurrency safety: sub-agents run concurrently and may change things. */
  readonly isReadOnly: (call: QueuedCall) => boolean;
  /** What happens to a running call when a message has to go out now. */
  readonly interruptBehavior: (call: QueuedCall) => 'cancel' | 'block';
  readonly onQueued?: (call: QueuedCall, parallel: boolean) => void;
  /** Called once per call when it has its result. An exception is rethrown by `results()`. */
  readonly onSettled?: (call: QueuedCall, result: CallResult) => void;
  /** A tool aborted its own call, for a reason that isn't the executor's; the turn ends. */
  readonly onOwnAbort?: (reason: AbortReason) => void;
  /** Milliseconds an aborted call gets to end. Default: 2000. */
  readonly graceMs?: number;
  /** How to show a call that never ran. */
  readonly view?: (call: QueuedCall) => ToolView;
  /** Display name of a call in the results of the calls it cancels: "Run `npm test`". `result`: its own, if that is the cause. */
  readonly describe?: (call: QueuedCall, result?: CallResult) => string;
}

/** A call of a discarded response, and how it ended. */
export interface DiscardedCall {
  readonly call: QueuedCall;
  readonly outcome: CallOutcome;
}

/** Outcome of discarding a response. */
export interface Discarded {
  /** Calls that were started and may have changed something. */
  readonly begun: readonly DiscardedCall[];
  /** The user denied one of its calls without a message, which ends the turn even though the response is discarded (SPEC G9). */
  readonly endsTurn: boolean;
}
