import type { ToolUseContext } from '#main/tool/tool.ts';
import { ChildAbort } from './abort.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

export type CallState = 'queued' | 'executing' | 'completed' | 'yielded';

/** Scheduling state of one call. */
export class ExecutorCall {
  readonly call: QueuedCall;
  /** Zero-based index in the response. */
  readonly index: number;
  /** Whether it may run concurrently. Changed input can turn this off. */
  safe: boolean;
  readonly abort: ChildAbort;
  state: CallState = 'queued';
  result: CallResult | undefined;
  /** Waiting for the user: keeps its position in the order but takes no slot. */
  waiting = false;
  /** Whether its tool was started and may have had effects. Before that, the call is only checked and decided. */
  began = false;
  /** Whether a hook or the user replaced its input; properties of the original input then no longer apply. */
  changed = false;
  /** Set while the call waits for a slot after its question was answered. */
  #resume: (() => void) | undefined;
  /** Set while the call waits for all others to end because it needs exclusive execution. */
  #alone: (() => void) | undefined;
  readonly #settled = Promise.withResolvers<void>();

  constructor(call: QueuedCall, index: number, safe: boolean, parent: AbortSignal) {
    this.call = call;
    this.index = index;
    this.safe = safe;
    this.abort = new ChildAbort(parent);
  }

  /** Resolves when the result is available. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  get unfinished(): boolean {
    return this.state === 'queued' || this.state === 'executing';
  }

  get takesSlot(): boolean {
    return this.state === 'executing' && !this.waiting && !this.isInLine && !this.waitsAlone;
  }

  get isInLine(): boolean {
    return this.#resume !== undefined;
  }

  get waitsAlone(): boolean {
    return this.#alone !== undefined;
  }

  complete(result: CallResult): void {
    this.state = 'completed';
    this.result = result;
    this.abort.detach();
    this.letGo();
    this.#settled.resolve();
  }

  /** Resolves when `letGo` grants a slot or makes one unnecessary. */
  standInLine(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Resolves when no other call runs. */
  waitAlone(): Promise<void> {
    return new Promise((resolve) => {
      this.#alone = resolve;
    });
  }

  /** Ends a wait for a slot or for exclusive execution. */
  letGo(): void {
    const waits = [this.#resume, this.#alone];
    this.#resume = undefined;
    this.#alone = undefined;
    for (const resume of waits) resume?.();
  }

  /** Copy of the context for this call (SPEC T8). */
  contextFrom(context: ToolUseContext): ToolUseContext {
    return { ...context, abortController: this.abort.controller, toolUseId: this.call.block.id };
  }
}
