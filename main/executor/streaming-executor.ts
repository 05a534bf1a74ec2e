import { createLogger } from '#main/log/logger.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { type AbortReason, abortReasonOf, ChildAbort } from './abort.ts';
import { type CallResult, cancelledResult, type QueuedCall } from './call-result.ts';
import { AheadCalls } from './ahead-calls.ts';
import { CallOrder } from './call-order.ts';
import { ContextModifiers } from './context-modifiers.ts';
import { ExecutorCall } from './executor-call.ts';
import type { Discarded, StreamingExecutorOptions } from './executor-options.ts';
import { OrderedResults } from './ordered-results.ts';

const log = createLogger('executor');

const DEFAULT_GRACE_MS = 2000;

/**
 * Runs the calls of one response. Starts them while the response still streams (concurrency-safe calls in parallel, others alone) and
 * yields their results in call order, each exactly once (SPEC E1–E7). No polling.
 *
 * A call is `queued`, then `executing`, then `completed`, then `yielded`. Only `#schedule` moves it to `executing`, only `#settle` to
 * `completed`, and only `OrderedResults` to `yielded`. All cancellations go through `#cancel`.
 */
export class StreamingToolExecutor {
  readonly #options: StreamingExecutorOptions;
  /** Abort tree: turn, calls of this response, single call. Never upwards (SPEC E4). */
  readonly #siblings: ChildAbort;
  readonly #order: CallOrder;
  readonly #results: OrderedResults;
  readonly #modifiers: ContextModifiers;
  readonly #ahead: AheadCalls;
  /** Set when nothing may start any more: new calls get a cancelled result at once. */
  #stopped: AbortReason | undefined;
  /** Set when the user has denied a call in a way that ends the turn: nothing more is asked (SPEC G9). */
  #denied: AbortReason | undefined;
  readonly #onTurnAbort = (): void => this.#cancelAll(abortReasonOf(this.#options.turnSignal));

  constructor(options: StreamingExecutorOptions) {
    this.#options = options;
    this.#order = new CallOrder(options.cap);
    this.#results = new OrderedResults(this.#order.calls);
    this.#modifiers = new ContextModifiers(options.context);
    this.#ahead = new AheadCalls(this.#order.calls, options, (entry, result) => this.#settle(entry, this.#resultOf(entry, result)));
    this.#siblings = new ChildAbort(options.turnSignal);
    if (options.turnSignal.aborted) this.#onTurnAbort();
    else options.turnSignal.addEventListener('abort', this.#onTurnAbort, { once: true });
  }

  /** The context with all modifiers applied so far. */
  get context(): ToolUseContext {
    return this.#modifiers.context;
  }

  /** @throws Error after `close`. */
  addTool(call: QueuedCall): void {
    if (this.#results.isClosed) throw new Error('No call can be added after close().');
    const answer = this.#options.answerAtOnce?.(call);
    const safe = answer !== undefined || this.#says(this.#options.isConcurrencySafe, call);
    const entry = new ExecutorCall(call, this.#order.calls.length, safe, this.#siblings.signal);
    this.#order.add(entry);
    this.#guard(() => this.#options.onQueued?.(call, entry.safe));
    this.#results.announce();
    if (answer) this.#settle(entry, answer);
    else if (this.#stopped) this.#cancel(entry, this.#stopped);
    else this.#schedule();
  }

  /** Signals that there are no more calls. */
  close(): void {
    this.#results.close();
    // A turn has many requests; detach from its signal when the calls are done.
    void this.#allSettled().then(() => {
      this.#siblings.detach();
      this.#options.turnSignal.removeEventListener('abort', this.#onTurnAbort);
    });
  }

  /** Results in call order. @throws what `onQueued` or `onSettled` threw, after the last result. */
  results(): AsyncGenerator<CallResult, void, undefined> {
    return this.#results.read();
  }

  /** A message has to go out now (SPEC E7): aborts queued and read-only calls; the others finish. */
  interruptForSend(): void {
    const reason: AbortReason = { type: 'send' };
    this.#stopped ??= reason;
    for (const entry of this.#order.calls) {
      const mayFinish = entry.began && (entry.changed || this.#interruptBehavior(entry.call) === 'block');
      if (!mayFinish) this.#cancel(entry, reason);
    }
  }

  /**
   * Discards the response (SPEC E6): queued calls never start, running ones are aborted, and `results()` yields nothing more. Resolves
   * when everything has stopped.
   */
  async discard(why: string): Promise<Discarded> {
    this.#results.discard();
    this.#cancelAll({ type: 'discarded', why });
    this.close();
    await this.#allSettled();
    const { calls } = this.#order;
    return {
      begun: calls.flatMap(({ call, began, changed, result }) =>
        began && result && (changed || !this.#says(this.#options.isReadOnly, call)) ? [{ call, outcome: result.outcome }] : [],
      ),
      endsTurn: calls.some(({ result }) => result?.endsTurn === true),
    };
  }

  /** Starts queued calls in order, up to the first that can't start; it holds up those after it as well (SPEC E2). */
  #schedule(): void {
    this.#order.resumeWaiting();
    this.#order.letOneBeAlone();
    for (let next = this.#order.nextQueued(); next && !this.#stopped; next = this.#order.nextQueued()) {
      if (this.#order.isIdle) this.#modifiers.applyBefore(next, this.#order.calls);
      if (!this.#order.mayStart(next)) break;
      this.#start(next);
    }
    if (this.#order.isDone) this.#modifiers.apply();
    if (!this.#stopped) this.#ahead.ask(this.context);
  }

  #start(entry: ExecutorCall): void {
    this.#order.start(entry);
    entry.abort.signal.addEventListener('abort', () => this.#onCallAbort(entry), { once: true });
    void this.#run(entry).then((result) => this.#settle(entry, result));
  }

  async #run(entry: ExecutorCall): Promise<CallResult> {
    try {
      return await this.#options.runCall(entry.call, entry.contextFrom(this.context), {
        onWaiting: (waiting) => this.#onWaiting(entry, waiting),
        onChangedInput: (safe) => this.#onChangedInput(entry, safe),
        ahead: this.#ahead.questionOf(entry),
        askedAgainBecause: this.#ahead.askedAgainBecause(entry),
        onBegin: () => {
          entry.began = true;
          if (!this.#stopped) this.#ahead.ask(this.context);
        },
        isOpen: () => entry.unfinished,
      });
    } catch (error) {
      log.error('Running a call failed outside of its steps', error);
      // The runner shouldn't reject, but the call needs a result in any case.
      return this.#cancelled(entry, { type: 'discarded', why: 'Gatehouse failed while running it' });
    }
  }

  #onWaiting(entry: ExecutorCall, waiting: boolean): Promise<void> {
    if (!entry.unfinished) return Promise.resolve();
    entry.waiting = waiting;
    if (entry.abort.signal.aborted) return Promise.resolve();
    if (waiting && this.#denied) {
      this.#cancel(entry, this.#denied);
      return Promise.resolve();
    }
    const inLine = waiting ? Promise.resolve() : entry.standInLine();
    this.#schedule();
    return inLine;
  }

  /** A call never becomes concurrency-safe later: running calls were started without regard to it. */
  #onChangedInput(entry: ExecutorCall, safe: boolean): Promise<void> {
    entry.changed = true;
    if (safe || !entry.safe || !entry.unfinished) return Promise.resolve();
    entry.safe = false;
    if (entry.abort.signal.aborted) return Promise.resolve();
    const alone = entry.waitAlone();
    this.#schedule();
    return alone;
  }

  /** The only place where a call gets its result. Later results are ignored. */
  #settle(entry: ExecutorCall, result: CallResult): void {
    if (!entry.unfinished) return;
    // A call that ran alone ends its batch; one that never ran may settle in the middle of another batch.
    const ranAlone = entry.state === 'executing' && !entry.safe;
    this.#order.finish(entry);
    entry.complete(result);
    this.#ahead.ended(entry, this.context, () => this.#describe(entry.call, result));
    this.#guard(() => this.#options.onSettled?.(entry.call, result));
    this.#modifiers.keep(entry);
    if (result.abortsSiblings) this.#cancelAll({ type: 'sibling', failed: this.#describe(entry.call, result) });
    if (result.endsTurn) this.#askNoMore({ type: 'denied', denied: this.#describe(entry.call, result) });
    if (ranAlone) this.#modifiers.apply();
    this.#schedule();
  }

  /** Cancels the calls that wait for an answer. Those that need none run all the same. */
  #askNoMore(reason: AbortReason): void {
    this.#denied ??= reason;
    this.#ahead.stop();
    for (const entry of this.#order.calls) {
      if (entry.state === 'queued' ? this.#ahead.isAsked(entry) : entry.waiting) this.#cancel(entry, this.#denied);
    }
  }

  /** The result of a call that ended before its turn. */
  #resultOf(entry: ExecutorCall, result: () => CallResult): CallResult {
    try {
      return result();
    } catch (error) {
      this.#results.fail(error);
      return this.#cancelled(entry, { type: 'discarded', why: 'its end could not be recorded' });
    }
  }

  #cancelAll(reason: AbortReason): void {
    this.#stopped ??= reason;
    for (const entry of this.#order.calls) this.#cancel(entry, reason);
  }

  /** Settles a queued call at once. A running one is aborted and settles when it ends or its grace period is over. */
  #cancel(entry: ExecutorCall, reason: AbortReason): void {
    if (entry.state === 'queued') {
      // Withdraws its question.
      entry.abort.controller.abort(reason);
      this.#settle(entry, this.#cancelled(entry, reason));
    } else if (entry.state === 'executing') entry.abort.controller.abort(reason);
  }

  #onCallAbort(entry: ExecutorCall): void {
    if (!entry.unfinished) return;
    const { signal } = entry.abort;
    entry.letGo();
    const ours = this.#stopped !== undefined || this.#denied === signal.reason || this.#options.turnSignal.aborted;
    if (!ours) this.#options.onOwnAbort?.({ type: 'stopped', by: this.#describe(entry.call) });
    const timer = setTimeout(
      () => this.#settle(entry, this.#cancelled(entry, abortReasonOf(signal))),
      this.#options.graceMs ?? DEFAULT_GRACE_MS,
    );
    void entry.settled.then(() => clearTimeout(timer));
  }

  #cancelled(entry: ExecutorCall, reason: AbortReason): CallResult {
    return cancelledResult(entry.call, reason, entry.began, this.#options.view?.(entry.call));
  }

  async #allSettled(): Promise<void> {
    await Promise.all(this.#order.calls.map(({ settled }) => settled));
  }

  /** An exception counts as no. */
  #says(question: (call: QueuedCall) => boolean, call: QueuedCall): boolean {
    try {
      return question(call);
    } catch {
      // See the docstring.
      return false;
    }
  }

  #interruptBehavior(call: QueuedCall): 'cancel' | 'block' {
    try {
      return this.#options.interruptBehavior(call);
    } catch {
      // Unsure: it isn't cut short.
      return 'block';
    }
  }

  #describe(call: QueuedCall, result?: CallResult): string {
    return this.#options.describe?.(call, result) ?? call.block.name;
  }

  /** Errors of callbacks go to the reader of `results()`; the calls continue. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#results.fail(error);
    }
  }
}
