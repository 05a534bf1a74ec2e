import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callNamed, quiet } from '#test/support/manual-runner.ts';
import { setUp, ids, finish } from './executor-setup.ts';

describe('interrupt by the user', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers waiting calls at once, and running ones when they have stopped', async () => {
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

  it('keeps the result of a call that finished anyway', async () => {
    const setup = setUp();
    setup.add('u1');
    setup.turn.abort({ type: 'interrupt' });
    await finish(setup, 'u1');
    await setup.end();
    expect(setup.results[0]?.outcome).toBe('done');
  });

  it('does not wait forever for a call that ignores it, nor answers it twice', async () => {
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

  it('releases a call queued for a slot', async () => {
    const setup = setUp({ cap: 1 });
    setup.add('s1', 's2');
    await setup.runner.get('s1').control.onWaiting(true);
    const resumed = setup.runner.get('s1').control.onWaiting(false);
    setup.turn.abort({ type: 'interrupt' });
    await resumed;
    expect(setup.runner.started).toEqual(['s1', 's2']);
  });

  it('to send a message: read-only and waiting calls stop, a call that may write finishes', async () => {
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

  it('to send a message: cancels an unsafe call that is being asked about', async () => {
    const setup = setUp();
    setup.add('u1w');
    await setup.runner.get('u1w').control.onWaiting(true);
    setup.executor.interruptForSend();
    expect(setup.runner.get('u1w').context.abortController.signal.aborted).toBe(true);
  });

  it('to send a message: cancels one being decided, or queued after its ask, since neither has started', async () => {
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
  it('yields no results of a discarded response and names started calls with possible effects', async () => {
    const setup = setUp();
    setup.add('s1', 'u2');
    await finish(setup, 's1');
    setup.add('s3');
    const discarded = setup.executor.discard('the stream broke');
    expect(setup.runner.get('u2').context.abortController.signal.aborted).toBe(true);
    // What never started is answered at once; what runs, when it has stopped.
    expect(setup.settled).toEqual(['s1', 's3']);
    setup.runner.get('u2').finish({ outcome: 'cancelled' });
    await setup.done;
    expect((await discarded).begun.map(({ call, outcome }) => `${call.block.id} ${outcome}`)).toEqual(['u2 cancelled']);
    expect(setup.settled).toEqual(['s1', 's3', 'u2']);
    expect(ids(setup.results)).toEqual(['s1']);
    expect(setup.runner.started).toEqual(['s1', 'u2']);
  });

  it('does not wait forever for a discarded call, nor count one that was being asked about', async () => {
    const setup = setUp({ graceMs: 0 });
    setup.add('u1w');
    await setup.runner.get('u1w').control.onWaiting(true);
    expect(await setup.executor.discard('the stream broke')).toEqual({ begun: [], endsTurn: false });
    const other = setUp({ graceMs: 0 });
    other.add('u1');
    expect(await other.executor.discard('the stream broke')).toMatchObject({ begun: [{ outcome: 'cancelled' }] });
  });

  it('names started concurrent calls with possible effects of a discarded response', async () => {
    const setup = setUp({ isReadOnly: ({ block }) => block.id === 's1' });
    setup.add('s1', 's2');
    await finish(setup, 's1', 's2');
    expect((await setup.executor.discard('the stream broke')).begun.map(({ call }) => call.block.id)).toEqual(['s2']);
  });

  it('notifies the turn when a tool aborts its own call', async () => {
    const reasons: unknown[] = [];
    const setup = setUp({ onOwnAbort: (reason) => reasons.push(reason) });
    setup.add('s1', 's2');
    setup.runner.get('s1').context.abortController.abort('leave');
    expect(reasons).toEqual([{ type: 'stopped', by: 's1' }]);
    expect(setup.runner.get('s2').context.abortController.signal.aborted).toBe(false);
  });

  it('never reports a tool’s own abort as the user’s, neither for it nor its siblings', async () => {
    const turn = new AbortController();
    const setup = setUp({ turnSignal: turn.signal, graceMs: 0, onOwnAbort: (reason) => turn.abort(reason) });
    setup.add('u1', 'u2');
    setup.runner.get('u1').context.abortController.abort();
    await setup.end();
    const texts = setup.results.map(({ block }) => block.content);
    expect(texts[0]).toMatch(/this call ended the turn.*may have had effects.*user did not cancel it/);
    expect(texts[1]).toMatch(/u1 ended the turn.*not run.*user did not cancel it/);
  });

  it('accepts no call after close', () => {
    const { executor } = setUp();
    executor.close();
    expect(() => executor.addTool(callNamed('s1'))).toThrow('close()');
  });
});
