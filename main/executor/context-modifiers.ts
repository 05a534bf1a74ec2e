import type { ToolUseContext } from '#main/tool/context.ts';
import type { ExecutorCall } from './executor-call.ts';

/** The context that calls start with, and the changes to it that wait for their batch to drain (SPEC E5). */
export class ContextModifiers {
  #context: ToolUseContext;
  readonly #pending: ExecutorCall[] = [];

  constructor(context: ToolUseContext) {
    this.#context = context;
  }

  /** After all changes made so far. */
  get context(): ToolUseContext {
    return this.#context;
  }

  /** Takes what the call's result wants to change. */
  keep(entry: ExecutorCall): void {
    if (entry.result?.contextModifier) this.#pending.push(entry);
  }

  /** Before `next` starts with nothing beside it: makes the changes unless it still belongs to the batch they come from. */
  applyBefore(next: ExecutorCall, calls: readonly ExecutorCall[]): void {
    if (this.#pending.length > 0 && !this.#isSameBatch(next, calls)) this.apply();
  }

  /** Makes the changes in the order of the calls. */
  apply(): void {
    for (const { result } of this.#pending.splice(0).toSorted((a, b) => a.index - b.index)) {
      try {
        if (result?.contextModifier) this.#context = result.contextModifier(this.#context);
      } catch {
        // The call is answered already; a change that can't be made is none.
      }
    }
  }

  /** Whether only safe calls stand between the first one that changed something and this one. */
  #isSameBatch(next: ExecutorCall, calls: readonly ExecutorCall[]): boolean {
    const first = Math.min(...this.#pending.map(({ index }) => index));
    return calls.slice(first, next.index + 1).every(({ safe }) => safe);
  }
}
