import { describe, expect, it } from 'vitest';
import { testScripts } from './run-script.ts';

/** What a script says of an attempt: how it failed, or what it got hold of. */
const attempt = (expression: string): string => `
  let said;
  try {
    const got = await (${expression});
    said = 'got ' + (got && got.pid ? 'the process' : got && got.versions ? 'the process' : typeof got);
  } catch (error) {
    said = 'failed ' + (error instanceof Error ? '' : 'with an object of another realm ') + error.message;
  }
  said`;

describe('a hostile script', () => {
  it.each([
    'this.constructor.constructor("return process")()',
    'Function("return process")()',
    '(async () => {}).constructor("return process")()',
    'console.log.constructor.constructor("return process")()',
    'Echo.constructor("return process")()',
    'Echo({}).constructor.constructor("return process")()',
    'Echo.__proto__.constructor("return process")()',
    'new Error().constructor.constructor("return process")()',
    'setTimeout("process.exit()")',
    'eval("1")',
    'require("fs")',
    'process.exit()',
    'globalThis.process.binding("fs")',
    'fetch("http://127.0.0.1")',
    'new WebAssembly.Memory({ initial: 1 })',
    'new Uint8Array(8)',
    'module.require("fs")',
    'arguments.callee.caller("x").constructor("return process")()',
  ])('gets nothing from %s', async (expression) => {
    const { run } = testScripts();
    const { end } = await run(attempt(expression));
    expect(end).toMatchObject({ type: 'done', value: expect.stringMatching(/^failed (?!with an object)/u) });
  });

  it('finds no object of the process in stack frames', async () => {
    const { run } = testScripts();
    const { end } = await run(`
      const found = [];
      Error.prepareStackTrace = (error, frames) => {
        for (const frame of frames) {
          for (const got of [frame.getThis(), frame.getFunction()]) {
            if (got !== undefined && got !== null && got !== globalThis && !(got instanceof Object)) found.push(String(got));
          }
          if (!(frame instanceof Object)) found.push('a frame');
        }
        return '';
      };
      await Echo({});
      const deep = () => { try { deep() } catch (error) { error.stack } };
      deep();
      new Error().stack;
      JSON.stringify(found)`);
    expect(end).toEqual({ type: 'done', value: '[]' });
  });

  it('gets no error of the process when the stack is full', async () => {
    const { run } = testScripts();
    const { end } = await run(`
      const strange = [];
      const deep = (depth) => {
        try { console.log('x'); } catch (error) { if (!(error instanceof Error)) strange.push(typeof error) }
        try { Echo({}).catch((error) => { if (!(error instanceof Error)) strange.push(typeof error) }) } catch (error) { if (!(error instanceof Error)) strange.push(typeof error) }
        try { deep(depth + 1) } catch (error) { if (!(error instanceof Error)) strange.push(typeof error) }
      };
      deep(0);
      JSON.stringify(strange)`);
    expect(end).toEqual({ type: 'done', value: '[]' });
  });

  it('may change everything in its own realm', async () => {
    const { run } = testScripts();
    const { end, calls } = await run(`
      let leaked = [];
      const spy = (holder, name) => {
        const old = holder[name];
        holder[name] = function (...args) { leaked.push(this, ...args); return old.apply(this, args) };
      };
      for (const [holder, name] of [[Promise.prototype, 'then'], [Map.prototype, 'get'], [Map.prototype, 'set'], [Map.prototype, 'delete'],
        [JSON, 'parse'], [JSON, 'stringify'], [Object, 'defineProperty'], [Array.prototype, 'map'], [Array.prototype, 'join'], [Function.prototype, 'call'], [Function.prototype, 'apply']]) {
        if (name !== 'apply') spy(holder, name);
      }
      Object.defineProperty(Object.prototype, 'type', { get() { leaked.push(this); return 'x' }, set() {}, configurable: true });
      Object.defineProperty(Array.prototype, '0', { set(value) { leaked.push(value) }, configurable: true });
      await Echo({ n: 1 });
      console.log('a');
      const strange = leaked.filter((one) => (typeof one === 'object' || typeof one === 'function') && one !== null && !(one instanceof Object) && Object.getPrototypeOf(one) !== null);
      strange.length`);
    expect(end).toEqual({ type: 'done', value: '0' });
    expect(calls).toEqual([{ name: 'Echo', input: { n: 1 } }]);
  });

  it('is ended when it runs forever', async () => {
    for (const source of ['for (;;);', 'await Echo({}); for (;;);', 'const on = () => Promise.resolve().then(on); await on()']) {
      const { run, process } = testScripts();
      const { end } = await run(source, { workMs: 300 });
      expect(end).toEqual({ type: 'ended', why: 'it worked for more than 300 ms without waiting for a call' });
      expect(process.hasEnded).toBe(true);
    }
  });

  it('is ended when it uses too much memory', async () => {
    for (const source of [
      'const all = []; for (;;) all.push(new Array(100_000).fill({}))',
      'let text = "x"; for (;;) text = [text, text].join("y")',
    ]) {
      const { run } = testScripts();
      const { end } = await run(source);
      expect(['ended', 'failed']).toContain(end.type);
      if (end.type === 'ended') expect(end.why).toBe('it used too much memory');
    }
  });

  it('makes a limited number of calls', async () => {
    const { run } = testScripts();
    const { end, calls } = await run(`
      const results = await Promise.allSettled(Array.from({ length: 200_000 }, (_, n) => Echo({ n })));
      results.filter(({ status }) => status === 'fulfilled').length + ' ' + results.at(-1).reason.message`);
    expect(end).toEqual({ type: 'done', value: '100 At most 100 calls may be open at once.' });
    expect(calls).toHaveLength(100);
    const { end: second } = await run(
      'let made = 0; try { for (;;) { await Echo({}); made++ } } catch (error) { made + " " + error.message }',
    );
    expect(second).toEqual({ type: 'done', value: '' });
    expect((await run('made')).end).toEqual({ type: 'done', value: '1000' });
  });

  it('sends and prints a limited amount', async () => {
    const { run } = testScripts();
    const { end, lines } = await run(`
      for (let n = 0; n < 100_000; n++) console.log('x'.repeat(1000));
      await Echo({ text: 'x'.repeat(50_000_000) }).catch((error) => error.message)`);
    expect(end).toEqual({ type: 'done', value: 'The input of Echo is longer than 4194304 characters.' });
    expect(lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(110_000);
    const { end: long } = await run('"y".repeat(10_000_000)');
    expect(long.type === 'done' && long.value.length).toBeLessThan(500_000);
  });

  it('can pass only plain values to a call', async () => {
    const { run } = testScripts();
    for (const input of ['1', '"x"', '[1]', '() => 1', '1n', '(() => { const a = {}; a.a = a; return a })()']) {
      expect((await run(`await Echo(${input})`)).end).toMatchObject({ type: 'failed' });
    }
    const { calls } = await run('await Echo({ __proto__: { a: 1 }, ["__proto__"]: { polluted: 1 }, toJSON: () => ({ b: 2 }) })');
    expect(calls).toEqual([{ name: 'Echo', input: { b: 2 } }]);
  });
});
