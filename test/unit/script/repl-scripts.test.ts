import { describe, expect, it } from 'vitest';
import { replCode } from '#main/script/source/repl-code.ts';
import { testScripts } from './run-script.ts';

describe('a script', () => {
  it('returns the value of its last expression', async () => {
    const { run } = testScripts();
    expect((await run('1 + 1')).end).toEqual({ type: 'done', value: '2' });
    expect((await run('const a = { b: [1] };\na')).end).toEqual({ type: 'done', value: '{\n  "b": [\n    1\n  ]\n}' });
    expect((await run('')).end).toEqual({ type: 'done', value: '' });
    expect((await run('"text" // a comment')).end).toEqual({ type: 'done', value: 'text' });
    expect((await run('return 7; 8')).end).toEqual({ type: 'done', value: '7' });
  });

  it('keeps what it declares for the next one', async () => {
    const { run } = testScripts();
    await run('const a = await Echo({ n: 1 }), { b, c: [d = 4, ...e] } = { b: 2, c: [undefined, 5] }\nlet f\n[1].forEach(() => {})');
    await run('function twice(n) { return 2 * n }\nclass Box { constructor(n) { this.n = n } }\nasync function later() { return "later" }');
    const { end } = await run('JSON.stringify([a, b, d, e, f === undefined, twice(4), new Box(5).n, await later()])');
    expect(end).toEqual({ type: 'done', value: '[{"n":1},2,4,[5],true,8,5,"later"]' });
    // Declared again.
    expect((await run('const a = 2; a')).end).toEqual({ type: 'done', value: '2' });
  });

  it('makes calls, also in parallel, and catches their errors', async () => {
    const { run } = testScripts();
    const { end, calls } = await run(`
      const both = await Promise.all([Echo({ n: 1 }), Echo({ n: 2 })]);
      let failure;
      try { await Fail({ path: "x" }) } catch (error) { failure = [error.message, error.data] }
      JSON.stringify([both, failure])`);
    expect(end).toEqual({ type: 'done', value: '[[{"n":1},{"n":2}],["no such file",{"code":3}]]' });
    expect(calls.map(({ name }) => name)).toEqual(['Echo', 'Echo', 'Fail']);
  });

  it('reports an error with its line', async () => {
    const { run } = testScripts();
    expect((await run('1;\nnull.x;')).end).toEqual({
      type: 'failed',
      message: "TypeError: Cannot read properties of null (reading 'x') (line 2)",
    });
    expect((await run('await Fail({})')).end).toEqual({ type: 'failed', message: 'Error: no such file' });
    expect((await run('throw "text"')).end).toEqual({ type: 'failed', message: 'text' });
    // It is still usable.
    expect((await run('1')).end).toEqual({ type: 'done', value: '1' });
  });

  it('prints', async () => {
    const { run } = testScripts();
    const { lines } = await run('console.log("a", { b: 1n }, new Map([[1, 2]]), undefined); console.error(new Error("x"))');
    expect(lines.map(({ level, text }) => [level, text.replaceAll(/\s+/gu, ' ')])).toEqual([
      ['log', 'a { "b": "1n" } [ [ 1, 2 ] ] undefined'],
      ['error', 'Error: x (line 1)'],
    ]);
  });

  it('ends when it waits for something that can’t happen', async () => {
    const { run } = testScripts();
    expect((await run('await new Promise(() => {})')).end).toEqual({
      type: 'failed',
      message: 'Error: The script waits for something that can’t happen any more.',
    });
    expect((await run('await Echo({}); await new Promise(() => {})')).end.type).toBe('failed');
    expect((await run('2')).end).toEqual({ type: 'done', value: '2' });
  });

  it('can be stopped while it waits for a call', async () => {
    const { run, process } = testScripts();
    const stop = new AbortController();
    const { end } = await run('await Never({})', {
      signal: stop.signal,
      onCall: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    expect(end).toEqual({ type: 'ended', why: 'it was stopped' });
    expect(process.hasEnded).toBe(true);
    expect((await run('1')).end).toEqual({ type: 'ended', why: 'it was stopped' });
  });

  it('gets neither the time nor random numbers if it has to be repeatable', async () => {
    const { run } = testScripts({ isRepeatable: true });
    for (const source of ['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'new (new Date(0).constructor)()']) {
      expect((await run(source)).end).toMatchObject({
        type: 'failed',
        message: expect.stringContaining('neither the time nor random numbers'),
      });
    }
    expect((await run('new Date(0).toISOString()')).end).toEqual({ type: 'done', value: '"1970-01-01T00:00:00.000Z"' });
  });
});

describe('the source of a script', () => {
  it.each([
    ['const = 1', 'syntax error'],
    ['import fs from "fs"', 'syntax error'],
    ['export const a = 1', 'syntax error'],
    ['await import("fs")', 'can’t load modules (line 1)'],
    ['\nconst x = () => [import("fs")]', 'can’t load modules (line 2)'],
    // What is a comment in a script isn’t one in a module.
    ['x<!--/*\nimport("fs")\n/* */', 'can’t load modules (line 2)'],
    ['const Echo = 1', 'Echo is the name of a function'],
    ['('.repeat(100_000), 'Not enough stack space'],
    [' '.repeat(300_000), 'longer than'],
  ])('%.40s is refused', async (source, message) => {
    await expect(replCode(source, new Set(['Echo']))).rejects.toThrow(message);
  });
});
