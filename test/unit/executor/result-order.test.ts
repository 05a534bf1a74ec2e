import { describe, expect, it } from 'vitest';
import type { StreamingExecutorOptions } from '#main/executor/executor-options.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { setUp, ids, finish } from './executor-setup.ts';

describe('results', () => {
  it.each([[['s1', 's2', 's3']], [['s3', 's2', 's1']], [['s2', 's3', 's1']]])('come in order when they finish as %j', async (order) => {
    const setup = setUp();
    setup.add('s1', 's2', 's3');
    await finish(setup, ...order);
    expect(ids(setup.results)).toEqual(['s1', 's2', 's3']);
    expect(setup.settled).toEqual(order);
    await setup.end();
  });

  it('come as soon as the earlier ones are there', async () => {
    const setup = setUp();
    setup.add('s1', 's2');
    await finish(setup, 's1');
    expect(ids(setup.results)).toEqual(['s1']);
  });

  it('end at once without calls', async () => {
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

  it('rethrow the log’s error after the last one', async () => {
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

describe('context modifiers', () => {
  const moveTo = (cwd: string) => ({
    contextModifier: (context: StreamingExecutorOptions['context']) => ({ ...context, cwd: `${context.cwd}${cwd}` }),
  });

  it('of an exclusive call apply to the next one', async () => {
    const setup = setUp();
    setup.add('u1', 's2');
    setup.runner.get('u1').finish(moveTo('/a'));
    await quiet();
    expect(setup.runner.get('s2').context.cwd).toBe('/project/a');
  });

  it('of parallel calls apply after the batch, in call order', async () => {
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

  it('never reach a later call of the same batch, even when run one by one', async () => {
    const setup = setUp({ cap: 1 });
    setup.add('s1', 's2');
    setup.runner.get('s1').finish(moveTo('/1'));
    await quiet();
    expect(setup.runner.get('s2').context.cwd).toBe('/project');
    await finish(setup, 's2');
    expect(setup.executor.context.cwd).toBe('/project/1');
  });

  it('that throw have no effect', async () => {
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

  it('give each call its own context', () => {
    const setup = setUp();
    setup.add('s1', 's2');
    const [one, two] = [setup.runner.get('s1').context, setup.runner.get('s2').context];
    expect([one.toolUseId, two.toolUseId]).toEqual(['s1', 's2']);
    expect(one.abortController).not.toBe(two.abortController);
  });
});
