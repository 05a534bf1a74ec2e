import type { ToolUseContext } from '#main/tool/context.ts';
import { ChildAbort } from './abort-tree.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

export type CallState = 'queued' | 'executing' | 'completed' | 'yielded';

/** One call as the executor keeps it. */
export class ExecutorCall {
  readonly call: QueuedCall;
  /** Its place in the response, from 0. */
  readonly index: number;
  /** May run beside others. A changed input can end that. */
  safe: boolean;
  readonly abort: ChildAbort;
  state: CallState = 'queued';
  result: CallResult | undefined;
  /** Waits for a person: it keeps its place in the order and takes no slot. */
  waiting = false;
  /** Its tool has been let run, so it may have had effects. Until then it is only being checked and decided about. */
  began = false;
  /** A hook or a person changed what it does: what its original input says of it counts no more. */
  changed = false;
  /** Set while a call whose wait is over stands in line for a slot. */
  #resume: (() => void) | undefined;
  /** Set while a call that turned out to need the place for itself waits for the others to end. */
  #alone: (() => void) | undefined;
  readonly #settled = Promise.withResolvers<void>();

  constructor(call: QueuedCall, index: number, safe: boolean, parent: AbortSignal) {
    this.call = call;
    this.index = index;
    this.safe = safe;
    this.abort = new ChildAbort(parent);
  }

  /** Resolves when the result is there. */
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

  /** Resolves when `letGo` gives it a slot, or says that none is needed any more. */
  standInLine(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Resolves when nothing else runs any more. */
  waitAlone(): Promise<void> {
    return new Promise((resolve) => {
      this.#alone = resolve;
    });
  }

  /** Ends a wait for a slot or for the others' end. */
  letGo(): void {
    const waits = [this.#resume, this.#alone];
    this.#resume = undefined;
    this.#alone = undefined;
    for (const resume of waits) resume?.();
  }

  /** The call's own copy of the context (SPEC T8). */
  contextFrom(context: ToolUseContext): ToolUseContext {
    return { ...context, abortController: this.abort.controller, toolUseId: this.call.block.id };
  }
}
