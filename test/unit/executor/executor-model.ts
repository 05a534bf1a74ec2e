/** A simple reference for the executor: no promises, no events, everything recomputed after each step. */
export interface ModelCall {
  readonly id: string;
  /** Safe to run in parallel, unless its input was changed to an unsafe one. */
  safe: boolean;
  /** Once started, finishes when a message is sent immediately. */
  readonly blocks: boolean;
  state: 'queued' | 'running' | 'done';
  outcome: 'done' | 'failed' | 'cancelled' | undefined;
  waiting: boolean;
  inLine: boolean;
  /** Must run alone from now on, and doesn't yet. */
  crowded: boolean;
  changed: boolean;
  hasStarted: boolean;
  /** Was interrupted. */
  aborted: boolean;
  /** The context it started with. */
  saw: string | undefined;
}

const NEW = { waiting: false, inLine: false, crowded: false, changed: false, hasStarted: false, aborted: false, saw: undefined };

export type Ending = 'done' | 'rejected' | 'command failed' | 'moves on';

export class ExecutorModel {
  readonly calls: ModelCall[] = [];
  readonly started: string[] = [];
  /** Written like a path that each change extends. */
  context = '';
  stopped = false;
  turnAborted = false;
  #pending: ModelCall[] = [];
  readonly #cap: number;

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(id: string, { safe, blocks }: Pick<ModelCall, 'safe' | 'blocks'>): void {
    const { stopped } = this;
    this.calls.push({ id, safe, blocks, state: stopped ? 'done' : 'queued', outcome: stopped ? 'cancelled' : undefined, ...NEW });
    this.#settleDown();
  }

  /** It can't run, and is answered at once in its position. */
  addHopeless(id: string): void {
    this.calls.push({ id, safe: true, blocks: false, state: 'done', outcome: 'failed', ...NEW });
    this.#settleDown();
  }

  finish(id: string, how: Ending): void {
    const call = this.#call(id);
    if (call.state !== 'running') return;
    this.#end(call, how === 'rejected' ? 'cancelled' : how === 'command failed' ? 'failed' : 'done');
    if (how === 'moves on') this.#pending.push(call);
    if (how === 'command failed') this.stop();
    if (!call.safe) this.#move();
    this.#settleDown();
  }

  wait(id: string): void {
    this.#call(id).waiting = true;
    this.#settleDown();
  }

  resume(id: string): void {
    const call = this.#call(id);
    call.waiting = false;
    call.inLine = !call.aborted;
    this.#settleDown();
  }

  /** Its input is changed to one that must run alone. */
  change(id: string): void {
    const call = this.#call(id);
    call.changed = true;
    call.crowded = call.safe && !call.aborted;
    call.safe = false;
    this.#settleDown();
  }

  start(id: string): void {
    this.#call(id).hasStarted = true;
  }

  /** Everything waiting is answered; running calls are interrupted and end by themselves or at the time limit. */
  stop(): void {
    this.#stopAllBut(() => false);
  }

  interrupt(): void {
    this.turnAborted = true;
    this.stop();
  }

  /** A tool aborts its own call, and the turn with it. */
  ownAbort(id: string): void {
    const call = this.#call(id);
    Object.assign(call, { aborted: true, inLine: false, crowded: false });
    if (!this.stopped) this.interrupt();
    this.#settleDown();
  }

  send(): void {
    this.#stopAllBut(({ hasStarted, blocks, changed }) => hasStarted && (blocks || changed));
  }

  /** The time limit of interrupted calls has passed. */
  timeUp(): void {
    for (const call of this.calls) if (call.state === 'running' && call.aborted) this.#end(call, 'cancelled');
    this.#settleDown();
  }

  ids(state: ModelCall['state']): string[] {
    return this.calls.filter((call) => call.state === state).map(({ id }) => id);
  }

  /** The available results, up to the first call without one. */
  get yielded(): ModelCall[] {
    const open = this.calls.findIndex(({ state }) => state !== 'done');
    return this.calls.slice(0, open < 0 ? undefined : open);
  }

  #call(id: string): ModelCall {
    const call = this.calls.find((one) => one.id === id);
    if (!call) throw new Error(`no call ${id}`);
    return call;
  }

  #end(call: ModelCall, outcome: NonNullable<ModelCall['outcome']>): void {
    Object.assign(call, { state: 'done', outcome, inLine: false, crowded: false });
  }

  #stopAllBut(mayFinish: (call: ModelCall) => boolean): void {
    this.stopped = true;
    for (const call of this.calls) {
      if (call.state === 'queued') this.#end(call, 'cancelled');
      else if (call.state === 'running' && !mayFinish(call)) Object.assign(call, { aborted: true, inLine: false, crowded: false });
    }
    this.#settleDown();
  }

  #settleDown(): void {
    for (const call of this.calls) if (call.inLine && this.#free > 0) call.inLine = false;
    const now = this.calls.filter(({ state }) => state === 'running');
    if (now[0] && now.every(({ crowded }) => crowded)) now[0].crowded = false;
    for (const call of this.calls) {
      if (call.state !== 'queued') continue;
      const running = this.calls.filter(({ state }) => state === 'running');
      const alone = running.length === 0;
      const parallel = call.safe && running.every(({ safe }) => safe) && this.#free > 0;
      if (!alone && !parallel) {
        if (!call.safe) break;
        continue;
      }
      if (alone && !this.#isSameBatch(call)) this.#move();
      Object.assign(call, { state: 'running', saw: this.context });
      this.started.push(call.id);
    }
    if (this.calls.every(({ state }) => state === 'done')) this.#move();
  }

  #isSameBatch(call: ModelCall): boolean {
    const first = this.calls.findIndex((one) => this.#pending.includes(one));
    return first >= 0 && this.calls.slice(first, this.calls.indexOf(call) + 1).every(({ safe }) => safe);
  }

  #move(): void {
    for (const call of this.calls) if (this.#pending.includes(call)) this.context += `/${call.id}`;
    this.#pending = [];
  }

  get #free(): number {
    return (
      this.#cap - this.calls.filter(({ state, waiting, inLine, crowded }) => state === 'running' && !waiting && !inLine && !crowded).length
    );
  }
}
