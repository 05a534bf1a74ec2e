import type { CallOutcome } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import { abortReasonOf, type AbortReason } from './abort-reason.ts';
import { ChildAbort } from './abort-tree.ts';
import { cancelledResult } from './call-end.ts';
import type { CallResult, QueuedCall } from './call-result.ts';
import { ExecutorCall } from './executor-call.ts';

/** What a run can tell the executor while it lasts. */
export interface CallControl {
  /** A wait for a person begins or ends. Resolves when the call has a slot again; at once for the beginning. */
  readonly onWaiting: (waiting: boolean) => Promise<void>;
}

export interface StreamingExecutorOptions {
  readonly context: ToolUseContext;
  /** Stops everything when aborted. */
  readonly turnSignal: AbortSignal;
  /** Calls that may run at once; those that wait for a person don't count. */
  readonly cap: number;
  readonly runCall: (call: QueuedCall, context: ToolUseContext, control: CallControl) => Promise<CallResult>;
  readonly isConcurrencySafe: (call: QueuedCall) => boolean;
  /** What an impatient user means for a running call. */
  readonly interruptBehavior: (call: QueuedCall) => 'cancel' | 'block';
  readonly onQueued?: (call: QueuedCall, parallel: boolean) => void;
  /** Each call once, as soon as it has its result. A throw is kept and thrown by `results()`. */
  readonly onSettled?: (call: QueuedCall, result: CallResult) => void;
  /** A call was aborted by the tool itself, for a reason that isn't the executor's: the turn ends with it. */
  readonly onOwnAbort?: (reason: unknown) => void;
  /** Milliseconds a call gets to end by itself after it was told to stop. Default 2000. */
  readonly graceMs?: number;
  /** What a call that never ran looks like. */
  readonly view?: (call: QueuedCall) => ToolView;
  /** Names a failed call for the others: "Run `npm test`". */
  readonly describe?: (call: QueuedCall, result: CallResult) => string;
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

/**
 * Runs the calls of one response: starts them while it still streams, safe ones side by side, others alone, and gives their results
 * in the order they were asked for, each exactly once (SPEC E1–E7). All waiting is for an event; nothing polls.
 */
export class StreamingToolExecutor {
  readonly #options: StreamingExecutorOptions;
  readonly #siblings: ChildAbort;
  readonly #calls: ExecutorCall[] = [];
  readonly #executing = new Set<ExecutorCall>();
  /** Calls before this one are no longer queued. */
  #begun = 0;
  /** Calls without a result. */
  #unfinished = 0;
  #context: ToolUseContext;
  /** Calls whose modifiers wait for their batch to drain. */
  readonly #modifiers: ExecutorCall[] = [];
  #closed = false;
  #discarded = false;
  /** Set when nothing more may start: what arrives from now on is answered at once. */
  #stopped: AbortReason | undefined;
  #failure: { readonly error: unknown } | undefined;
  #added = Promise.withResolvers<void>();
  readonly #onTurnAbort = (): void => this.#cancelAll(abortReasonOf(this.#options.turnSignal));

  constructor(options: StreamingExecutorOptions) {
    this.#options = options;
    this.#context = options.context;
    this.#siblings = new ChildAbort(options.turnSignal);
    if (options.turnSignal.aborted) this.#onTurnAbort();
    else options.turnSignal.addEventListener('abort', this.#onTurnAbort, { once: true });
  }

  /** The context after all modifiers that have been applied so far. */
  get context(): ToolUseContext {
    return this.#context;
  }

  /** @throws Error after `close`. */
  addTool(call: QueuedCall): void {
    if (this.#closed) throw new Error('No call can be added after close().');
    const entry = new ExecutorCall(call, this.#isSafe(call), this.#siblings.signal);
    this.#calls.push(entry);
    this.#unfinished += 1;
    this.#guard(() => this.#options.onQueued?.(call, entry.safe));
    this.#announce();
    if (this.#stopped) this.#settle(entry, this.#cancelled(call, this.#stopped, false));
    else this.#schedule();
  }

  /** No more calls will come. */
  close(): void {
    this.#closed = true;
    this.#announce();
    this.#releaseTurn();
  }

  /** Results in the order of the calls. @throws what `onQueued` or `onSettled` threw, after the last result. */
  async *results(): AsyncGenerator<CallResult, void, undefined> {
    for (let index = 0; ; index += 1) {
      let entry = this.#calls[index];
      while (!entry) {
        if (this.#discarded) return;
        if (this.#closed) {
          if (this.#failure) throw this.#failure.error;
          return;
        }
        await this.#added.promise;
        entry = this.#calls[index];
      }
      await entry.settled;
      if (this.#discarded) return;
      if (!entry.result) continue;
      entry.state = 'yielded';
      yield entry.result;
    }
  }

  /** The user doesn't want to wait (SPEC E7): what hasn't begun and what only reads is stopped, the rest may finish. */
  interruptForSend(): void {
    const reason: AbortReason = { type: 'send' };
    this.#stopped ??= reason;
    for (const entry of this.#calls) {
      if (!entry.unfinished) continue;
      const mayFinish = entry.state === 'executing' && !entry.waiting && this.#interruptBehavior(entry.call) === 'block';
      if (!mayFinish) this.#cancel(entry, reason);
    }
  }

  /**
   * The response these calls belong to counts no more (SPEC E6): what waits never starts, what runs is stopped, and `results()`
   * has nothing more to give. Resolves when everything has stopped.
   */
  async discard(why: string): Promise<Discarded> {
    this.#discarded = true;
    // A call that waits for a person hasn't done anything yet.
    const begun = this.#calls.filter((entry) => entry.state !== 'queued' && !entry.waiting && !entry.safe);
    this.#cancelAll({ type: 'discarded', why });
    this.close();
    await Promise.all(this.#calls.map(({ settled }) => settled));
    return {
      begun: begun.flatMap(({ call, result }) => (result && mayHaveRun(result) ? [{ call, outcome: result.outcome }] : [])),
      endsTurn: this.#calls.some(({ result }) => result?.endsTurn === true),
    };
  }

  /** Starts queued calls in order up to the first that can't: whatever keeps that one waiting keeps those behind it too (SPEC E2). */
  #schedule(): void {
    for (const entry of this.#executing) {
      if (entry.resume && this.#hasSlot()) entry.letGo();
    }
    if (!this.#stopped) {
      for (let next = this.#nextQueued(); next; next = this.#nextQueued()) {
        if (this.#executing.size === 0) this.#applyModifiers(next);
        if (!this.#mayStart(next)) return;
        this.#start(next);
      }
    }
    if (this.#unfinished === 0) this.#applyModifiers(undefined);
  }

  /** The first call that hasn't begun. Remembers how far the others reach: one response may hold thousands. */
  #nextQueued(): ExecutorCall | undefined {
    for (; this.#begun < this.#calls.length; this.#begun += 1) {
      const entry = this.#calls[this.#begun];
      if (entry?.state === 'queued') return entry;
    }
    return undefined;
  }

  #mayStart(entry: ExecutorCall): boolean {
    if (this.#executing.size === 0) return true;
    return entry.safe && [...this.#executing].every(({ safe }) => safe) && this.#hasSlot();
  }

  #hasSlot(): boolean {
    let taken = 0;
    for (const { takesSlot } of this.#executing) taken += takesSlot ? 1 : 0;
    return taken < this.#options.cap;
  }

  #start(entry: ExecutorCall): void {
    entry.state = 'executing';
    this.#executing.add(entry);
    const { signal } = entry.abort;
    signal.addEventListener('abort', () => this.#onCallAbort(entry), { once: true });
    void this.#run(entry).then((result) => this.#settle(entry, result));
  }

  async #run(entry: ExecutorCall): Promise<CallResult> {
    try {
      return await this.#options.runCall(entry.call, entry.contextFrom(this.#context), {
        onWaiting: (waiting) => this.#onWaiting(entry, waiting),
      });
    } catch {
      // The runner promises not to reject; one that does has still to be answered.
      return this.#cancelled(entry.call, { type: 'discarded', why: 'Gatehouse failed while running it' }, true);
    }
  }

  #onWaiting(entry: ExecutorCall, waiting: boolean): Promise<void> {
    if (entry.state !== 'executing') return Promise.resolve();
    if (waiting) {
      entry.waiting = true;
      this.#schedule();
      return Promise.resolve();
    }
    entry.waiting = false;
    if (entry.abort.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      entry.resume = resolve;
      this.#schedule();
    });
  }

  /** Every way a call can end comes through here, and only the first one counts. */
  #settle(entry: ExecutorCall, result: CallResult): void {
    if (!entry.unfinished) return;
    this.#executing.delete(entry);
    this.#unfinished -= 1;
    entry.complete(result);
    this.#guard(() => this.#options.onSettled?.(entry.call, result));
    if (result.contextModifier) this.#modifiers.push(entry);
    if (result.abortsSiblings) this.#cancelAll({ type: 'sibling', failed: this.#describe(entry.call, result) });
    if (!entry.safe) this.#applyModifiers(undefined);
    this.#schedule();
  }

  #cancelAll(reason: AbortReason): void {
    this.#stopped ??= reason;
    for (const entry of this.#calls) this.#cancel(entry, reason);
  }

  /** A queued call is answered at once; a running one is told to stop and answered when it has, or when it won't. */
  #cancel(entry: ExecutorCall, reason: AbortReason): void {
    if (entry.state === 'queued') this.#settle(entry, this.#cancelled(entry.call, reason, false));
    else if (entry.state === 'executing') entry.abort.controller.abort(reason);
  }

  #onCallAbort(entry: ExecutorCall): void {
    if (!entry.unfinished) return;
    const { signal } = entry.abort;
    entry.letGo();
    const ours = this.#stopped !== undefined || this.#options.turnSignal.aborted;
    if (!ours) this.#options.onOwnAbort?.(signal.reason);
    const timer = setTimeout(
      () => this.#settle(entry, this.#cancelled(entry.call, abortReasonOf(signal), true)),
      this.#options.graceMs ?? 2000,
    );
    void entry.settled.then(() => clearTimeout(timer));
  }

  /**
   * Modifiers change the context between batches, in the order of the calls, never within one (SPEC E5). `next` is the call about to
   * start: a safe one may still belong to the batch.
   */
  #applyModifiers(next: ExecutorCall | undefined): void {
    if (this.#modifiers.length === 0 || (next && this.#isSameBatch(next))) return;
    const ready = this.#modifiers.splice(0).toSorted((a, b) => this.#calls.indexOf(a) - this.#calls.indexOf(b));
    for (const { result } of ready) {
      try {
        if (result?.contextModifier) this.#context = result.contextModifier(this.#context);
      } catch {
        // The call is answered already; a change that can't be made is none.
      }
    }
  }

  /** Whether only safe calls stand between the last one that changed something and this one. */
  #isSameBatch(next: ExecutorCall): boolean {
    const at = this.#calls.indexOf(next);
    const first = Math.min(...this.#modifiers.map((entry) => this.#calls.indexOf(entry)));
    return this.#calls.slice(first, at + 1).every(({ safe }) => safe);
  }

  #isSafe(call: QueuedCall): boolean {
    try {
      return this.#options.isConcurrencySafe(call);
    } catch {
      return false;
    }
  }

  #interruptBehavior(call: QueuedCall): 'cancel' | 'block' {
    try {
      return this.#options.interruptBehavior(call);
    } catch {
      return 'block';
    }
  }

  #cancelled(call: QueuedCall, reason: AbortReason, began: boolean): CallResult {
    return cancelledResult(call, reason, began, this.#options.view?.(call));
  }

  #describe(call: QueuedCall, result: CallResult): string {
    return this.#options.describe?.(call, result) ?? call.block.name;
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #announce(): void {
    this.#added.resolve();
    this.#added = Promise.withResolvers<void>();
  }

  /** A turn has many requests; each lets go of its signal when its calls are done. */
  #releaseTurn(): void {
    void Promise.all(this.#calls.map(({ settled }) => settled)).then(() => {
      this.#siblings.detach();
      this.#options.turnSignal.removeEventListener('abort', this.#onTurnAbort);
    });
  }
}

/** One that was refused, or stopped on the way to its tool, has its steps to show for it; one that would not stop has none. */
function mayHaveRun({ finished: { spans } }: CallResult): boolean {
  return spans.length === 0 || spans.some(({ step }) => step === 'call');
}
