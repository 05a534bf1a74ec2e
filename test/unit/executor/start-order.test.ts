import { describe, expect, it } from 'vitest';
import { quiet, resultOf } from '#test/support/manual-runner.ts';
import { setUp, ids, finish } from './executor-setup.ts';

describe('start order', () => {
  it.each<{ name: string; cap?: number; add: string[]; finish?: string[]; started: string[] }>([
    { name: 'a call starts as soon as it arrives', add: ['u1'], started: ['u1'] },
    { name: 'safe calls run in parallel', add: ['s1', 's2', 's3'], started: ['s1', 's2', 's3'] },
    { name: 'an unsafe call waits for the safe ones before it', add: ['s1', 'u2'], started: ['s1'] },
    { name: 'it starts when they are done', add: ['s1', 's2', 'u3'], finish: ['s2', 's1'], started: ['s1', 's2', 'u3'] },
    { name: 'it blocks all later calls', add: ['s1', 'u2', 's3'], started: ['s1'] },
    { name: 'it blocks them even while it can’t start itself', add: ['s1', 's2', 'u3', 's4'], finish: ['s1'], started: ['s1', 's2'] },
    { name: 'safe calls wait for an unsafe one', add: ['u1', 's2', 's3'], started: ['u1'] },
    { name: 'they then start together', add: ['u1', 's2', 's3'], finish: ['u1'], started: ['u1', 's2', 's3'] },
    { name: 'unsafe calls run one by one', add: ['u1', 'u2', 'u3'], finish: ['u1'], started: ['u1', 'u2'] },
    { name: 'the limit applies', cap: 2, add: ['s1', 's2', 's3', 's4'], started: ['s1', 's2'] },
    { name: 'a free slot is used at once', cap: 2, add: ['s1', 's2', 's3', 's4'], finish: ['s2'], started: ['s1', 's2', 's3'] },
    { name: 'a limit of one runs calls one by one', cap: 1, add: ['s1', 's2', 'u3'], finish: ['s1'], started: ['s1', 's2'] },
  ])('$name', async ({ cap, add, finish: finished = [], started }) => {
    const setup = setUp(cap === undefined ? {} : { cap });
    setup.add(...add);
    await finish(setup, ...finished);
    expect(setup.runner.started).toEqual(started);
  });

  it('starts calls while the response still streams', () => {
    const { add, runner } = setUp();
    add('s1');
    expect(runner.started).toEqual(['s1']);
    add('s2');
    expect(runner.started).toEqual(['s1', 's2']);
  });

  it('treats a throwing safety check as unsafe', () => {
    const { add, runner } = setUp({
      isConcurrencySafe: () => {
        throw new Error('confused');
      },
    });
    add('s1', 's2');
    expect(runner.started).toEqual(['s1']);
  });

  it('releases the slot of a call being asked about, and takes one again before it continues', async () => {
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

  it('runs nothing in parallel with an unsafe call that is being asked about', async () => {
    const { add, runner } = setUp();
    add('u1', 's2');
    await runner.get('u1').control.onWaiting(true);
    expect(runner.started).toEqual(['u1']);
  });
});

it('accepts thousands of calls in one response and answers each in order', async () => {
  // Quadratic work would outlast the test.
  const count = 5000;
  const { results, add, end } = setUp({ runCall: (call) => Promise.resolve(resultOf(call)) });
  const names = Array.from({ length: count }, (_, index) => (index % 100 === 99 ? `u${index}` : `s${index}`));
  add(...names);
  await end();
  expect(ids(results)).toEqual(names);
});
