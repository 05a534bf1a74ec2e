import { describe, expect, it } from 'vitest';
import { quiet } from '#test/support/manual-runner.ts';
import { setUp } from './executor-setup.ts';

describe('a failed command', () => {
  async function failing() {
    const setup = setUp({ describe: ({ block }) => `Run ${block.id}`, cap: 3 });
    setup.add('s1', 's2', 's3', 's4', 'u5');
    setup.runner.get('s2').finish({ outcome: 'failed', isError: true, content: 'Exit code 1', abortsSiblings: true });
    await quiet();
    return setup;
  }

  it('cancels running, waiting and later calls', async () => {
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

  it('keeps its own result and is named to the others as the cause, not the user', async () => {
    const setup = await failing();
    expect(setup.turn.signal.aborted).toBe(false);
    setup.runner.get('s1').finish();
    setup.runner.get('s3').finish();
    await setup.end();
    expect(setup.results[1]?.block.content).toBe('Exit code 1');
    expect(setup.results[3]?.block.content).toMatch(/Run s2.*not run.*user neither stopped nor denied it/s);
  });

  it('does not affect the next response', async () => {
    const setup = await failing();
    const next = setUp({ turnSignal: setup.turn.signal });
    next.add('s1');
    expect(next.runner.started).toEqual(['s1']);
  });
});
