import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallResult } from '#main/executor/call-result.ts';
import type { AskedAhead } from '#main/executor/executor-options.ts';
import { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import { callNamed, ManualRunner, quiet, resultOf } from '#test/support/manual-runner.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { ExecutorModel, type Ending, type ModelCall } from './executor-model.ts';

const GRACE_MS = 1000;
const endings: readonly Ending[] = ['done', 'done', 'rejected', 'command failed', 'moves on', 'moves on'];

/** One step. `pick` chooses among the calls it applies to. */
const to = <T extends string>(type: T) => fc.record({ type: fc.constant(type), pick: fc.nat(20) });
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ type: fc.constant('add' as const), safe: fc.boolean(), blocks: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ type: 'add a hopeless one' } as const) },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('finish' as const), pick: fc.nat(20), how: fc.constantFrom(...endings) }) },
  { weight: 4, arbitrary: to('wait') },
  { weight: 4, arbitrary: to('resume') },
  { weight: 6, arbitrary: to('begin') },
  { weight: 3, arbitrary: to('change') },
  { weight: 1, arbitrary: to('abort itself') },
  { weight: 1, arbitrary: fc.constant({ type: 'interrupt' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'send' } as const) },
  { weight: 3, arbitrary: fc.constant({ type: 'time up' } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StepTo = Extract<Step, { readonly pick: number }>;

/** Whatever comes of asking ahead, the order of calls is the same. */
const ASKED_AHEAD: readonly AskedAhead[] = ['later', undefined];

/** The executor and the reference, driven alike. */
class Pair {
  readonly model: ExecutorModel;
  readonly runner = new ManualRunner();
  readonly turn = new AbortController();
  readonly settled: string[] = [];
  readonly results: CallResult[] = [];
  readonly executor: StreamingToolExecutor;
  readonly done: Promise<void>;
  readonly resumed = new Set<string>();
  /** Calls with changed input that may continue. */
  readonly goingOn = new Set<string>();
  #count = 0;

  constructor(cap: number) {
    this.model = new ExecutorModel(cap);
    this.executor = new StreamingToolExecutor({
      context: testToolContext({ projectDir: '', homeDir: '/home/u', stateDir: '/state' }),
      turnSignal: this.turn.signal,
      cap,
      runCall: this.runner.run,
      askAhead: ({ block }) => Promise.resolve(ASKED_AHEAD[block.id.length % ASKED_AHEAD.length]),
      answerAtOnce: (call) => (call.block.id.startsWith('h') ? resultOf(call, { outcome: 'failed' }) : undefined),
      isConcurrencySafe: ({ block }) => block.id.startsWith('s'),
      isReadOnly: ({ block }) => block.id.startsWith('s'),
      interruptBehavior: ({ block }) => (this.#is(block.id).blocks ? 'block' : 'cancel'),
      onSettled: ({ block }) => this.settled.push(block.id),
      onOwnAbort: (reason) => this.turn.abort(reason),
      graceMs: GRACE_MS,
    });
    this.done = this.#consume();
  }

  async do(now: Step): Promise<void> {
    switch (now.type) {
      case 'add': {
        this.#count += 1;
        const id = `${now.safe ? 's' : 'u'}${now.blocks ? 'b' : 'c'}${this.#count}`;
        this.model.add(id, now);
        this.executor.addTool(callNamed(id));
        break;
      }
      case 'add a hopeless one': {
        this.#count += 1;
        const id = `h${this.#count}`;
        this.model.addHopeless(id);
        this.executor.addTool(callNamed(id));
        break;
      }
      case 'interrupt':
        this.model.interrupt();
        this.turn.abort({ type: 'interrupt' });
        break;
      case 'send':
        this.model.send();
        this.executor.interruptForSend();
        break;
      case 'time up':
        this.model.timeUp();
        await vi.advanceTimersByTimeAsync(GRACE_MS);
        break;
      default:
        await this.#doTo(now);
    }
    await quiet();
  }

  async #doTo(now: StepTo): Promise<void> {
    const able = this.model.calls.filter(
      ({ state, waiting, inLine, crowded, hasStarted }) =>
        state === 'running' &&
        (now.type === 'resume' ? waiting : !waiting && !inLine && !crowded) &&
        !((now.type === 'wait' || now.type === 'change') && hasStarted),
    );
    const id = able[now.pick % Math.max(1, able.length)]?.id;
    if (id === undefined) return;
    const run = this.runner.get(id);
    const { control, context } = run;
    switch (now.type) {
      case 'wait':
        this.model.wait(id);
        await control.onWaiting(true);
        break;
      case 'resume':
        this.model.resume(id);
        this.resumed.delete(id);
        void control.onWaiting(false).then(() => this.resumed.add(id));
        break;
      case 'change':
        this.model.change(id);
        void control.onChangedInput(false).then(() => this.goingOn.add(id));
        break;
      case 'begin':
        this.model.start(id);
        control.onBegin();
        break;
      case 'abort itself':
        this.model.ownAbort(id);
        context.abortController.abort(new Error('of its own'));
        break;
      case 'finish':
        this.model.finish(id, now.how);
        if (now.how === 'rejected') run.fail(new Error('broke'));
        else if (now.how === 'command failed') run.finish({ outcome: 'failed', abortsSiblings: true });
        else if (now.how === 'moves on') run.finish({ contextModifier: (before) => ({ ...before, cwd: `${before.cwd}/${id}` }) });
        else run.finish();
        // A second answer is ignored.
        run.finish({ outcome: 'failed' });
    }
  }

  /** Both agree after every step. */
  check(): void {
    const { model } = this;
    expect(this.runner.started).toEqual(model.started);
    expect(new Set(this.settled)).toEqual(new Set(model.ids('done')));
    expect(this.settled.length).toBe(new Set(this.settled).size);
    expect(this.results.map(({ callId, outcome }) => [callId, outcome])).toEqual(model.yielded.map(({ id, outcome }) => [id, outcome]));
    // No call with a slot is queued, and no call continues without one.
    const inLine = model.calls.filter((call) => call.inLine).map(({ id }) => id);
    expect(inLine.filter((id) => this.resumed.has(id))).toEqual([]);
    const changed = model.calls.filter((call) => call.changed);
    expect(new Set(this.goingOn)).toEqual(new Set(changed.filter(({ crowded }) => !crowded).map(({ id }) => id)));
    for (const id of model.started) {
      const { context, control } = this.runner.get(id);
      const { state, aborted, saw } = this.#is(id);
      expect({ id, open: control.isOpen(), saw: context.cwd }).toEqual({ id, open: state === 'running', saw });
      if (state === 'running') expect({ id, aborted: context.abortController.signal.aborted }).toEqual({ id, aborted });
    }
    expect(this.executor.context.cwd).toBe(model.context);
    // Results of calls never reach the turn, except a tool's own abort.
    expect(this.turn.signal.aborted).toBe(model.turnAborted);
  }

  /** Releases whatever is open; then every call must have exactly one answer. */
  async end(): Promise<void> {
    for (let open = this.model.ids('running'); open[0] !== undefined; open = this.model.ids('running')) {
      this.model.finish(open[0], 'done');
      this.runner.get(open[0]).finish();
      await quiet();
      this.check();
    }
    this.executor.close();
    await this.done;
    expect(this.results.map(({ callId, block }) => [callId, block.tool_use_id])).toEqual(this.model.calls.map(({ id }) => [id, id]));
    expect(vi.getTimerCount()).toBe(0);
  }

  /** The response is discarded: no more results, and calls with possible effects are named. */
  async discard(): Promise<void> {
    const given = this.results.length;
    const started = this.runner.started.length;
    this.model.stop();
    const discarding = this.executor.discard('the stream broke');
    this.model.timeUp();
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    const { begun } = await discarding;
    await this.done;
    expect(begun.map(({ call, outcome }) => [call.block.id, outcome])).toEqual(
      this.model.calls
        .filter(({ hasStarted, changed, id }) => hasStarted && (changed || id.startsWith('u')))
        .map(({ id, outcome }) => [id, outcome]),
    );
    expect(new Set(this.settled)).toEqual(new Set(this.model.calls.map(({ id }) => id)));
    expect([this.results.length, this.runner.started.length]).toEqual([given, started]);
  }

  #is(id: string): ModelCall {
    const call = this.model.calls.find((one) => one.id === id);
    if (!call) throw new Error(`no call ${id}`);
    return call;
  }

  async #consume(): Promise<void> {
    for await (const result of this.executor.results()) this.results.push(result);
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('behaves like the reference under any schedule', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      fc.boolean(),
      async (cap, steps, discarded) => {
        vi.clearAllTimers();
        const pair = new Pair(cap);
        for (const now of steps) {
          await pair.do(now);
          pair.check();
        }
        await (discarded ? pair.discard() : pair.end());
      },
    ),
    { numRuns: 500 },
  );
});
