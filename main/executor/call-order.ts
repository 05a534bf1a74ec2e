import { readVariable } from '#main/environment.ts';
import type { ExecutorCall } from './executor-call.ts';

/** Maximum number of concurrent calls: `CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY`. */
export function concurrencyCap(env: NodeJS.ProcessEnv): number {
  return readVariable(env, 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY');
}

/** The calls of one response in order, and the rule for which may start when (SPEC E1, E2). */
export class CallOrder {
  readonly calls: ExecutorCall[] = [];
  readonly #executing = new Set<ExecutorCall>();
  readonly #cap: number;
  /** Index of the first call that may still be queued. */
  #begun = 0;
  #unfinished = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  get isIdle(): boolean {
    return this.#executing.size === 0;
  }

  /** Whether every call so far has its result. */
  get isDone(): boolean {
    return this.#unfinished === 0;
  }

  add(entry: ExecutorCall): void {
    this.calls.push(entry);
    this.#unfinished += 1;
  }

  start(entry: ExecutorCall): void {
    entry.state = 'executing';
    this.#executing.add(entry);
  }

  finish(entry: ExecutorCall): void {
    this.#executing.delete(entry);
    this.#unfinished -= 1;
  }

  /** The first queued call. Caches its index, since one response may hold thousands of calls. */
  nextQueued(): ExecutorCall | undefined {
    for (; this.#begun < this.calls.length; this.#begun += 1) {
      const entry = this.calls[this.#begun];
      if (entry?.state === 'queued') return entry;
    }
    return undefined;
  }

  /** A call may start when nothing runs, or, if it and all running calls are concurrency-safe, when there is a free slot. */
  mayStart(entry: ExecutorCall): boolean {
    if (this.isIdle) return true;
    return entry.safe && [...this.#executing].every(({ safe }) => safe) && this.#hasSlot();
  }

  /** Gives slots to calls whose question was answered; they come before queued calls. */
  resumeWaiting(): void {
    for (const entry of this.#executing) {
      if (entry.isInLine && this.#hasSlot()) entry.letGo();
    }
  }

  /** Resumes the first call waiting for exclusive execution once all others have ended or wait for the same. */
  letOneBeAlone(): void {
    const running = [...this.#executing];
    if (running.every(({ waitsAlone }) => waitsAlone)) running[0]?.letGo();
  }

  #hasSlot(): boolean {
    let taken = 0;
    for (const { takesSlot } of this.#executing) taken += takesSlot ? 1 : 0;
    return taken < this.#cap;
  }
}
