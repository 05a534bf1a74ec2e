import type { ToolUseContext } from '#main/tool/tool.ts';
import type { ExecutorCall } from './executor-call.ts';

/** The context for new calls, and pending changes to it that are applied once their batch has drained (SPEC E5). */
export class ContextModifiers {
  #context: ToolUseContext;
  readonly #pending: ExecutorCall[] = [];

  constructor(context: ToolUseContext) {
    this.#context = context;
  }

  /** The context after all changes applied so far. */
  get context(): ToolUseContext {
    return this.#context;
  }

  /** Queues the context change of a call's result. */
  keep(entry: ExecutorCall): void {
    if (entry.result?.contextModifier) this.#pending.push(entry);
  }

  /** Before `next` starts alone: applies pending changes unless `next` belongs to the batch they come from. */
  applyBefore(next: ExecutorCall, calls: readonly ExecutorCall[]): void {
    if (this.#pending.length > 0 && !this.#isSameBatch(next, calls)) this.apply();
  }

  /** Applies pending changes in call order. */
  apply(): void {
    for (const { result } of this.#pending.splice(0).toSorted((a, b) => a.index - b.index)) {
      try {
        if (result?.contextModifier) this.#context = result.contextModifier(this.#context);
      } catch {
        // The call already has its result; a change that throws is dropped.
      }
    }
  }

  /** Whether all calls between the first one with a change and `next` are concurrency-safe. */
  #isSameBatch(next: ExecutorCall, calls: readonly ExecutorCall[]): boolean {
    const first = Math.min(...this.#pending.map(({ index }) => index));
    return calls.slice(first, next.index + 1).every(({ safe }) => safe);
  }
}
