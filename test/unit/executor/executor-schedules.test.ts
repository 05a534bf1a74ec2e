import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallResult } from '#main/executor/call-result.ts';
import { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import { callNamed, ManualRunner, quiet } from '#test/support/manual-runner.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { ExecutorModel } from './executor-model.ts';

/** One thing that happens. `pick` chooses among the calls it could happen to. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('add' as const), safe: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('finish' as const),
      pick: fc.nat(20),
      how: fc.constantFrom('done', 'done', 'done', 'rejected', 'command failed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('resume' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('interrupt' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Pair {
  readonly model: ExecutorModel;
  readonly runner = new ManualRunner();
  readonly turn = new AbortController();
  readonly settled: string[] = [];
  readonly results: CallResult[] = [];
  readonly executor: StreamingToolExecutor;
  readonly done: Promise<void>;
  readonly resumed = new Set<string>();
  #count = 0;

  constructor(cap: number) {
    this.model = new ExecutorModel(cap);
    this.executor = new StreamingToolExecutor({
      context: testToolContext({ projectDir: '/project', homeDir: '/home/u', stateDir: '/state' }),
      turnSignal: this.turn.signal,
      cap,
      runCall: this.runner.run,
      isConcurrencySafe: ({ block }) => block.id.startsWith('s'),
      interruptBehavior: () => 'block',
      onSettled: ({ block }) => this.settled.push(block.id),
    });
    this.done = this.#consume();
  }

  async do(now: Step): Promise<void> {
    if (now.type === 'add') {
      this.#count += 1;
      const id = `${now.safe ? 's' : 'u'}${this.#count}`;
      this.model.add(id, now.safe);
      this.executor.addTool(callNamed(id));
    } else if (now.type === 'interrupt') {
      this.model.stop();
      this.turn.abort('interrupt');
    } else {
      await this.#doTo(now);
    }
    await quiet();
  }

  async #doTo(now: Exclude<Step, { type: 'add' | 'interrupt' }>): Promise<void> {
    const running = this.model.calls.filter(
      ({ state, waiting, inLine }) => state === 'running' && (now.type === 'resume' ? waiting : !waiting && !inLine),
    );
    const id = running[now.pick % Math.max(1, running.length)]?.id;
    if (id === undefined) return;
    const run = this.runner.get(id);
    if (now.type === 'wait') {
      this.model.wait(id);
      await run.control.onWaiting(true);
    } else if (now.type === 'resume') {
      this.model.resume(id);
      if (this.model.stopped) this.model.stop();
      this.resumed.delete(id);
      void run.control.onWaiting(false).then(() => this.resumed.add(id));
    } else {
      this.model.finish(id, now.how === 'command failed');
      if (now.how === 'rejected') run.fail(new Error('broke'));
      else run.finish({ abortsSiblings: now.how === 'command failed' });
    }
  }

  /** Both say the same after every step. */
  check(): void {
    expect(this.runner.started).toEqual(this.model.started);
    expect(new Set(this.settled)).toEqual(new Set(this.model.ids('done')));
    expect(this.settled.length).toBe(new Set(this.settled).size);
    expect(this.results.map(({ callId }) => callId)).toEqual(this.model.yielded);
    // Nobody stands in line who has a slot, and nobody goes on without one.
    const inLine = this.model.calls.filter((call) => call.inLine).map(({ id }) => id);
    expect(inLine.filter((id) => this.resumed.has(id))).toEqual([]);
  }

  /** Whatever is still open is let go; then every call must have its one answer. */
  async end(): Promise<void> {
    for (;;) {
      const open = this.model.ids('running');
      const [id] = open;
      if (id === undefined) break;
      this.model.finish(id, false);
      this.runner.get(id).finish();
      await quiet();
    }
    this.executor.close();
    await this.done;
    expect(this.results.map(({ callId, block }) => [callId, block.tool_use_id])).toEqual(this.model.calls.map(({ id }) => [id, id]));
  }

  async #consume(): Promise<void> {
    for await (const result of this.executor.results()) this.results.push(result);
  }
}

it('does what the reference does under any schedule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), async (cap, steps) => {
      const pair = new Pair(cap);
      for (const now of steps) {
        await pair.do(now);
        pair.check();
      }
      await pair.end();
    }),
    { numRuns: 300 },
  );
});
