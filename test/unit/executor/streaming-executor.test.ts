import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '#main/executor/call-result.ts';
import type { StreamingExecutorOptions } from '#main/executor/executor-options.ts';
import { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import { callNamed, ManualRunner, quiet, resultOf } from '#test/support/manual-runner.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const places = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

function setUp(options: Partial<StreamingExecutorOptions> = {}) {
  const runner = new ManualRunner();
  const turn = new AbortController();
  const settled: string[] = [];
  const executor = new StreamingToolExecutor({
    context: testToolContext(places),
    turnSignal: turn.signal,
    cap: 10,
    // Their tools run at once, but for those that wait for a person first.
    runCall: (call, context, control) => {
      if (!call.block.id.endsWith('w')) control.onBegin();
      return runner.run(call, context, control);
    },
    isConcurrencySafe: ({ block }) => block.id.startsWith('s'),
    isReadOnly: ({ block }) => block.id.startsWith('s'),
    interruptBehavior: ({ block }) => (block.id.startsWith('s') ? 'cancel' : 'block'),
    onSettled: ({ block }) => settled.push(block.id),
    ...options,
  });
  const results: CallResult[] = [];
  const done = (async () => {
    for await (const result of executor.results()) results.push(result);
  })();
  done.catch(() => undefined);
  const add = (...ids: string[]) => ids.forEach((id) => executor.addTool(callNamed(id)));
  const end = async () => {
    executor.close();
    await done;
  };
  return { runner, turn, executor, results, settled, add, end, done };
}

type Setup = ReturnType<typeof setUp>;
const ids = (results: readonly CallResult[]) => results.map(({ callId }) => callId);

async function finish({ runner }: Setup, ...names: string[]): Promise<void> {
  for (const name of names) {
    runner.get(name).finish();
    await quiet();
  }
}

describe('what may start', () => {
  it.each<{ name: string; cap?: number; add: string[]; finish?: string[]; started: string[] }>([
    { name: 'a call starts as soon as it is there', add: ['u1'], started: ['u1'] },
    { name: 'safe calls run side by side', add: ['s1', 's2', 's3'], started: ['s1', 's2', 's3'] },
    { name: 'an unsafe call waits for the safe ones before it', add: ['s1', 'u2'], started: ['s1'] },
    { name: 'and starts when they are done', add: ['s1', 's2', 'u3'], finish: ['s2', 's1'], started: ['s1', 's2', 'u3'] },
    { name: 'it holds everything behind it', add: ['s1', 'u2', 's3'], started: ['s1'] },
    { name: 'even when it could start only later', add: ['s1', 's2', 'u3', 's4'], finish: ['s1'], started: ['s1', 's2'] },
    { name: 'safe calls wait for an unsafe one', add: ['u1', 's2', 's3'], started: ['u1'] },
    { name: 'and then start together', add: ['u1', 's2', 's3'], finish: ['u1'], started: ['u1', 's2', 's3'] },
    { name: 'unsafe calls run one by one', add: ['u1', 'u2', 'u3'], finish: ['u1'], started: ['u1', 'u2'] },
    { name: 'the cap holds', cap: 2, add: ['s1', 's2', 's3', 's4'], started: ['s1', 's2'] },
    { name: 'a free slot is used at once', cap: 2, add: ['s1', 's2', 's3', 's4'], finish: ['s2'], started: ['s1', 's2', 's3'] },
    { name: 'a cap of one is one after the other', cap: 1, add: ['s1', 's2', 'u3'], finish: ['s1'], started: ['s1', 's2'] },
  ])('$name', async ({ cap, add, finish: finished = [], started }) => {
    const setup = setUp(cap === undefined ? {} : { cap });
    setup.add(...add);
    await finish(setup, ...finished);
    expect(setup.runner.started).toEqual(started);
  });

  it('starts while the response still streams: before close', () => {
    const { add, runner } = setUp();
    add('s1');
    expect(runner.started).toEqual(['s1']);
    add('s2');
    expect(runner.started).toEqual(['s1', 's2']);
  });

  it('takes a safety question that throws for a no', () => {
    const { add, runner } = setUp({
      isConcurrencySafe: () => {
        throw new Error('confused');
      },
    });
    add('s1', 's2');
    expect(runner.started).toEqual(['s1']);
  });

  it('gives a waiting call no slot, and one again before it goes on', async () => {
    const setup = setUp({ cap: 1 });
    setup.add('s1', 's2', 's3');
    await setup.runner.get('s1').control.onWaiting(true);
    expect(setup.runner.started).toEqual(['s1', 's2']);
    let resumed = false;
    const resuming = setup.runner
      .get('s1')
      .control.onWaiting(false)
      .then(() => {
        resumed = true;
      });
    await quiet();
    expect(resumed).toBe(false);
    await finish(setup, 's2');
    await resuming;
    expect(setup.runner.started).toEqual(['s1', 's2']);
    await finish(setup, 's1');
    expect(setup.runner.started).toEqual(['s1', 's2', 's3']);
  });

  it('still runs nothing beside an unsafe call that waits for a person', async () => {
    const { add, runner } = setUp();
    add('u1', 's2');
    await runner.get('u1').control.onWaiting(true);
    expect(runner.started).toEqual(['u1']);
  });
});

describe('results', () => {
  it.each([[['s1', 's2', 's3']], [['s3', 's2', 's1']], [['s2', 's3', 's1']]])('come in order when they finish as %j', async (order) => {
    const setup = setUp();
    setup.add('s1', 's2', 's3');
    await finish(setup, ...order);
    expect(ids(setup.results)).toEqual(['s1', 's2', 's3']);
    expect(setup.settled).toEqual(order);
    await setup.end();
  });

  it('come as soon as those before them are there', async () => {
    const setup = setUp();
    setup.add('s1', 's2');
    await finish(setup, 's1');
    expect(ids(setup.results)).toEqual(['s1']);
  });

  it('end without any call', async () => {
    const setup = setUp();
    await setup.end();
    expect(setup.results).toEqual([]);
  });

  it.each<[string, StreamingExecutorOptions['runCall']]>([
    [
      'throws at once',
      () => {
        throw new Error('at once');
      },
    ],
    ['rejects', () => Promise.reject(new Error('later'))],
  ])('answer a call whose runner %s', async (_name, runCall) => {
    const setup = setUp({ runCall });
    setup.add('u1', 'u2');
    await setup.end();
    expect(setup.results.map(({ callId, block }) => [callId, block.is_error])).toEqual([
      ['u1', true],
      ['u2', true],
    ]);
  });

  it('throw what the log threw, behind the last one', async () => {
    const setup = setUp({
      onSettled: () => {
        throw new Error('disk full');
      },
    });
    setup.add('s1');
    await finish(setup, 's1');
    setup.executor.close();
    await expect(setup.done).rejects.toThrow('disk full');
    expect(ids(setup.results)).toEqual(['s1']);
  });
});

describe('a failed command', () => {
  async function failing() {
    const setup = setUp({ describe: ({ block }) => `Run ${block.id}`, cap: 3 });
    setup.add('s1', 's2', 's3', 's4', 'u5');
    setup.runner.get('s2').finish({ outcome: 'failed', isError: true, content: 'Exit code 1', abortsSiblings: true });
    await quiet();
    return setup;
  }

  it('stops what runs, what waits and what is still to come', async () => {
    const setup = await failing();
    expect(setup.runner.get('s1').context.abortController.signal.aborted).toBe(true);
    expect(setup.runner.started).toEqual(['s1', 's2', 's3']);
    setup.add('s6');
    setup.runner.get('s1').finish({ outcome: 'cancelled', isError: true, content: 'stopped' });
    setup.runner.get('s3').finish();
    await setup.end();
    expect(setup.runner.started).toEqual(['s1', 's2', 's3']);
    expect(setup.results.map(({ callId, outcome }) => `${callId} ${outcome}`)).toEqual([
      's1 cancelled',
      's2 failed',
      's3 done',
      's4 cancelled',
      'u5 cancelled',
      's6 cancelled',
    ]);
  });

  it('keeps its own result and is named to the others, as not the user', async () => {
    const setup = await failing();
    expect(setup.turn.signal.aborted).toBe(false);
    setup.runner.get('s1').finish();
    setup.runner.get('s3').finish();
    await setup.end();
    expect(setup.results[1]?.block.content).toBe('Exit code 1');
    expect(setup.results[3]?.block.content).toMatch(/Run s2.*not run.*not the user/s);
  });

  it('leaves the next response alone', async () => {
    const setup = await failing();
    const next = setUp({ turnSignal: setup.turn.signal });
    next.add('s1');
    expect(next.runner.started).toEqual(['s1']);
  });
});

describe('the user stops', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers what waits at once, and what runs when it has stopped', async () => {
    const setup = setUp();
    setup.add('s1', 'u2');
    setup.turn.abort({ type: 'interrupt' });
    await quiet();
    expect(setup.settled).toEqual(['u2']);
    expect(setup.runner.get('s1').context.abortController.signal.aborted).toBe(true);
    setup.runner.get('s1').finish({ outcome: 'cancelled', isError: true });
    await setup.end();
    expect(setup.results[1]?.block.content).toMatch(/^The user doesn't want to proceed with this tool use.*not run/s);
  });

  it('keeps the result of a call that came to its end all the same', async () => {
    const setup = setUp();
    setup.add('u1');
    setup.turn.abort({ type: 'interrupt' });
    await finish(setup, 'u1');
    await setup.end();
    expect(setup.results[0]?.outcome).toBe('done');
  });

  it('does not wait for ever for a call that ignores it, nor answers that twice', async () => {
    const setup = setUp({ graceMs: 500 });
    setup.add('u1');
    setup.turn.abort({ type: 'interrupt' });
    await vi.advanceTimersByTimeAsync(499);
    expect(setup.settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(setup.settled).toEqual(['u1']);
    await finish(setup, 'u1');
    await setup.end();
    expect(setup.results.map(({ outcome }) => outcome)).toEqual(['cancelled']);
    expect(setup.results[0]?.block.content).toMatch(/may have had effects/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('answers calls that arrive afterwards without running them', async () => {
    const setup = setUp();
    setup.turn.abort({ type: 'interrupt' });
    setup.add('s1');
    await setup.end();
    expect(setup.runner.started).toEqual([]);
    expect(setup.results[0]?.outcome).toBe('cancelled');
  });

  it('frees a call that stands in line for a slot', async () => {
    const setup = setUp({ cap: 1 });
    setup.add('s1', 's2');
    await setup.runner.get('s1').control.onWaiting(true);
    const resumed = setup.runner.get('s1').control.onWaiting(false);
    setup.turn.abort({ type: 'interrupt' });
    await resumed;
    expect(setup.runner.started).toEqual(['s1', 's2']);
  });

  it('lets a message through: reading and waiting calls stop, one that may change something finishes', async () => {
    const reading = setUp();
    reading.add('s1', 'u2');
    reading.executor.interruptForSend();
    expect(reading.runner.get('s1').context.abortController.signal.aborted).toBe(true);
    expect(reading.settled).toEqual(['u2']);

    const writing = setUp();
    writing.add('u1', 's2');
    writing.executor.interruptForSend();
    expect(writing.runner.get('u1').context.abortController.signal.aborted).toBe(false);
    await finish(writing, 'u1');
    writing.add('s3');
    await writing.end();
    expect(writing.results.map(({ outcome }) => outcome)).toEqual(['done', 'cancelled', 'cancelled']);
    expect(writing.runner.started).toEqual(['u1']);
  });

  it('cancels an unsafe call that still waits for a person when a message is sent', async () => {
    const setup = setUp();
    setup.add('u1w');
    await setup.runner.get('u1w').control.onWaiting(true);
    setup.executor.interruptForSend();
    expect(setup.runner.get('u1w').context.abortController.signal.aborted).toBe(true);
  });

  it('cancels one that is still being decided about, or stands in line after its wait: neither has begun', async () => {
    const deciding = setUp();
    deciding.add('u1w');
    deciding.executor.interruptForSend();
    expect(deciding.runner.get('u1w').context.abortController.signal.aborted).toBe(true);

    const inLine = setUp({ cap: 1, interruptBehavior: () => 'block' });
    inLine.add('s1w', 's2');
    await inLine.runner.get('s1w').control.onWaiting(true);
    const resumed = inLine.runner.get('s1w').control.onWaiting(false);
    inLine.executor.interruptForSend();
    await resumed;
    expect(inLine.runner.get('s1w').context.abortController.signal.aborted).toBe(true);
    expect(inLine.runner.get('s2').context.abortController.signal.aborted).toBe(false);
  });
});

describe('other endings', () => {
  it('gives nothing of a discarded response and names what had begun to change something', async () => {
    const setup = setUp();
    setup.add('s1', 'u2');
    await finish(setup, 's1');
    setup.add('s3');
    const discarded = setup.executor.discard('the stream broke');
    expect(setup.runner.get('u2').context.abortController.signal.aborted).toBe(true);
    // What never began is answered at once; what runs, when it has stopped.
    expect(setup.settled).toEqual(['s1', 's3']);
    setup.runner.get('u2').finish({ outcome: 'cancelled' });
    await setup.done;
    expect((await discarded).begun.map(({ call, outcome }) => `${call.block.id} ${outcome}`)).toEqual(['u2 cancelled']);
    expect(setup.settled).toEqual(['s1', 's3', 'u2']);
    expect(ids(setup.results)).toEqual(['s1']);
    expect(setup.runner.started).toEqual(['s1', 'u2']);
  });

  it('does not wait for ever for a discarded call that will not stop, nor count one that waited for a person', async () => {
    const setup = setUp({ graceMs: 0 });
    setup.add('u1w');
    await setup.runner.get('u1w').control.onWaiting(true);
    expect(await setup.executor.discard('the stream broke')).toEqual({ begun: [], endsTurn: false });
    const other = setUp({ graceMs: 0 });
    other.add('u1');
    expect(await other.executor.discard('the stream broke')).toMatchObject({ begun: [{ outcome: 'cancelled' }] });
  });

  it('names of a discarded response what may run beside others and still change things', async () => {
    const setup = setUp({ isReadOnly: ({ block }) => block.id === 's1' });
    setup.add('s1', 's2');
    await finish(setup, 's1', 's2');
    expect((await setup.executor.discard('the stream broke')).begun.map(({ call }) => call.block.id)).toEqual(['s2']);
  });

  it('tells the turn when a tool aborts its own call', async () => {
    const reasons: unknown[] = [];
    const setup = setUp({ onOwnAbort: (reason) => reasons.push(reason) });
    setup.add('s1', 's2');
    setup.runner.get('s1').context.abortController.abort('leave');
    expect(reasons).toEqual([{ type: 'stopped', by: 's1' }]);
    expect(setup.runner.get('s2').context.abortController.signal.aborted).toBe(false);
  });

  it('never takes a tool that aborts itself for the user, neither for it nor for those it takes along', async () => {
    const turn = new AbortController();
    const setup = setUp({ turnSignal: turn.signal, graceMs: 0, onOwnAbort: (reason) => turn.abort(reason) });
    setup.add('u1', 'u2');
    setup.runner.get('u1').context.abortController.abort();
    await setup.end();
    const texts = setup.results.map(({ block }) => block.content);
    expect(texts[0]).toMatch(/this call ended the turn.*may have had effects.*not the user/);
    expect(texts[1]).toMatch(/u1 ended the turn.*not run.*not the user/);
  });

  it('takes no call after close', () => {
    const { executor } = setUp();
    executor.close();
    expect(() => executor.addTool(callNamed('s1'))).toThrow('close()');
  });
});

describe('context modifiers', () => {
  const moveTo = (cwd: string) => ({
    contextModifier: (context: StreamingExecutorOptions['context']) => ({ ...context, cwd: `${context.cwd}${cwd}` }),
  });

  it('of an exclusive call count for the next one', async () => {
    const setup = setUp();
    setup.add('u1', 's2');
    setup.runner.get('u1').finish(moveTo('/a'));
    await quiet();
    expect(setup.runner.get('s2').context.cwd).toBe('/project/a');
  });

  it('of parallel calls wait for the batch, in the order of the calls', async () => {
    const setup = setUp({ cap: 2 });
    setup.add('s1', 's2', 's3', 'u4');
    setup.runner.get('s2').finish(moveTo('/2'));
    await quiet();
    expect(setup.runner.get('s3').context.cwd).toBe('/project');
    setup.runner.get('s1').finish(moveTo('/1'));
    await quiet();
    expect(setup.executor.context.cwd).toBe('/project');
    await finish(setup, 's3');
    expect(setup.runner.get('u4').context.cwd).toBe('/project/1/2');
  });

  it('never reach a later call of the same batch, even one by one', async () => {
    const setup = setUp({ cap: 1 });
    setup.add('s1', 's2');
    setup.runner.get('s1').finish(moveTo('/1'));
    await quiet();
    expect(setup.runner.get('s2').context.cwd).toBe('/project');
    await finish(setup, 's2');
    expect(setup.executor.context.cwd).toBe('/project/1');
  });

  it('that throw change nothing', async () => {
    const setup = setUp();
    setup.add('u1', 'u2');
    setup.runner.get('u1').finish({
      contextModifier: () => {
        throw new Error('no');
      },
    });
    await quiet();
    expect(setup.runner.get('u2').context.cwd).toBe('/project');
  });

  it('give each call a context of its own', () => {
    const setup = setUp();
    setup.add('s1', 's2');
    const [one, two] = [setup.runner.get('s1').context, setup.runner.get('s2').context];
    expect([one.toolUseId, two.toolUseId]).toEqual(['s1', 's2']);
    expect(one.abortController).not.toBe(two.abortController);
  });
});

it('takes thousands of calls in one response, each answered in its place', async () => {
  // Work that grew with the square of their number for each of them would outlast the test.
  const count = 5000;
  const { results, add, end } = setUp({ runCall: (call) => Promise.resolve(resultOf(call)) });
  const names = Array.from({ length: count }, (_, index) => (index % 100 === 99 ? `u${index}` : `s${index}`));
  add(...names);
  await end();
  expect(ids(results)).toEqual(names);
});
