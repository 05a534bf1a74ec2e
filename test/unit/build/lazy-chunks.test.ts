import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { UNUSED_CHUNKS } from '#main/unused-chunks.ts';
import { useChunksLazily } from '../../../vite.lazy-chunks.ts';

/** Runs a chunk that imports `a.js` and `b.js`, and reports which of them it loads. */
function run(code: string): { loaded: string[]; unused: Set<() => void>; exports: Record<string, unknown> } {
  const loaded: string[] = [];
  const exports = {};
  const require = (path: string): unknown => {
    loaded.push(path);
    return { value: path, Base: Date, call: () => path };
  };
  const unused = new Set<() => void>();
  const chunk = `const a = require('./a.js'); const b = require('../chunks/b.js');\n${code}`;
  runInNewContext(useChunksLazily(chunk)?.code ?? chunk, { require, exports, [Symbol.for(UNUSED_CHUNKS)]: unused });
  return { loaded, unused, exports };
}

describe('lazy chunks', () => {
  it('keeps a list of the chunks that aren’t used yet, which loads them', () => {
    const { loaded, unused, exports } = run('exports.read = () => a.value;');
    expect(unused.size).toBe(2);
    (exports['read'] as () => unknown)();
    expect(unused.size).toBe(1);
    for (const use of unused) use();
    expect(unused.size).toBe(0);
    expect(loaded).toEqual(['./a.js', '../chunks/b.js']);
  });

  it('loads a chunk when something of it is first used, once', () => {
    const { loaded, exports } = run('exports.read = () => [a.value, a.call(), new a.Base() instanceof a.Base];');
    expect(loaded).toEqual([]);
    const read = exports['read'] as () => unknown;
    expect(read()).toEqual(['./a.js', './a.js', true]);
    expect(read()).toEqual(['./a.js', './a.js', true]);
    expect(loaded).toEqual(['./a.js']);
  });

  it('loads at once what the chunk uses while it is loaded', () => {
    expect(run('exports.Own = class extends b.Base {};').loaded).toEqual(['../chunks/b.js']);
  });

  it('reads what is passed on as a whole, and no property of the same name', () => {
    const { loaded, exports } = run('exports.all = () => ({ a, b: { a: 1 }.a });');
    expect((exports['all'] as () => unknown)()).toMatchObject({ a: { value: './a.js' }, b: 1 });
    expect(loaded).toEqual(['./a.js']);
  });

  it('loads a chunk at once whose name a function uses for something else', () => {
    const { loaded, exports } = run('exports.own = (a) => a; exports.other = () => a.value;');
    expect(loaded).toEqual(['./a.js']);
    expect((exports['own'] as (own: number) => number)(3)).toBe(3);
    expect((exports['other'] as () => unknown)()).toBe('./a.js');
  });

  it('loads packages, the bundler’s runtime and what is imported for its effect at once', () => {
    const chunk = `const runtime = require('./rolldown-runtime-abc.js'); const fs = require('node:fs'); require('./effect.js');`;
    expect(useChunksLazily(chunk)).toBeUndefined();
  });

  it('ends the process when the file of a chunk is gone, whatever catches errors', () => {
    const ended: number[] = [];
    const said: string[] = [];
    const process = {
      stderr: { write: (text: string) => said.push(text) },
      exit: (code: number) => ended.push(code),
    };
    const require = (): never => {
      throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND', requireStack: ['/out/own.js'] });
    };
    const exports: Record<string, () => unknown> = {};
    const { code = '' } =
      useChunksLazily(`const a = require('./a.js'); exports.read = () => { try { return a.value; } catch { return 'absent'; } };`) ?? {};
    runInNewContext(code, { require, exports, process, __filename: '/out/own.js' });
    exports['read']?.();
    expect(ended).toEqual([1]);
    expect(said.join('')).toContain('Start it again.');
  });

  it('fails as often as the chunk can’t be loaded', () => {
    const exports: Record<string, () => unknown> = {};
    const fail = (): never => {
      throw new Error('gone');
    };
    const { code = '' } = useChunksLazily(`const a = require('./a.js'); exports.read = () => a.value;`) ?? {};
    runInNewContext(code, { require: fail, exports });
    expect(() => exports['read']?.()).toThrow('gone');
    expect(() => exports['read']?.()).toThrow('gone');
  });
});
