/** A simple reference for what the executor must do: no promises, no events, everything worked out anew after each step. */
export interface ModelCall {
  readonly id: string;
  readonly safe: boolean;
  state: 'queued' | 'running' | 'done';
  waiting: boolean;
  inLine: boolean;
}

export class ExecutorModel {
  readonly calls: ModelCall[] = [];
  readonly started: string[] = [];
  stopped = false;
  readonly #cap: number;

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(id: string, safe: boolean): void {
    this.calls.push({ id, safe, state: this.stopped ? 'done' : 'queued', waiting: false, inLine: false });
    this.#settleDown();
  }

  finish(id: string, abortsSiblings: boolean): void {
    const call = this.#call(id);
    if (call.state !== 'running') return;
    call.state = 'done';
    if (abortsSiblings) this.stop();
    this.#settleDown();
  }

  wait(id: string): void {
    this.#call(id).waiting = true;
    this.#settleDown();
  }

  resume(id: string): void {
    const call = this.#call(id);
    call.waiting = false;
    call.inLine = true;
    this.#settleDown();
  }

  /** Everything that waits is answered; what runs is told to stop and ends when it likes. */
  stop(): void {
    this.stopped = true;
    for (const call of this.calls) {
      if (call.state === 'queued') call.state = 'done';
      call.inLine = false;
    }
  }

  ids(state: ModelCall['state']): string[] {
    return this.calls.filter((call) => call.state === state).map(({ id }) => id);
  }

  /** The results that can be given: up to the first call without one. */
  get yielded(): string[] {
    const open = this.calls.findIndex(({ state }) => state !== 'done');
    return this.calls.slice(0, open < 0 ? undefined : open).map(({ id }) => id);
  }

  #call(id: string): ModelCall {
    const call = this.calls.find((one) => one.id === id);
    if (!call) throw new Error(`no call ${id}`);
    return call;
  }

  #settleDown(): void {
    for (const call of this.calls) if (call.inLine && this.#free > 0) call.inLine = false;
    for (const call of this.calls) {
      if (call.state !== 'queued') continue;
      const running = this.calls.filter(({ state }) => state === 'running');
      const alone = running.length === 0;
      const beside = call.safe && running.every(({ safe }) => safe) && this.#free > 0;
      if (!alone && !beside) {
        if (!call.safe) break;
        continue;
      }
      call.state = 'running';
      this.started.push(call.id);
    }
  }

  get #free(): number {
    return this.#cap - this.calls.filter(({ state, waiting, inLine }) => state === 'running' && !waiting && !inLine).length;
  }
}
