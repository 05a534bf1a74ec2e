/** Limits on one run, enforced in the script's process. The engine checks them again. */
export interface RealmLimits {
  /** Characters of a call's input as JSON. */
  readonly inputChars: number;
  /** Characters that the script prints in one run. */
  readonly logChars: number;
  /** Characters of the script's final value. */
  readonly valueChars: number;
  /** Calls per run. */
  readonly calls: number;
  /** Calls that wait for their result at the same time. */
  readonly openCalls: number;
  /** The same script has to do the same again, so it gets neither the time nor random numbers. Its value is given as JSON. */
  readonly isRepeatable: boolean;
}

/** The functions that `makeRealm` returns to the process. They exchange only text, numbers and functions of the script's own realm. */
export interface Realm {
  readonly offer: (name: string) => void;
  readonly start: (body: unknown, argsJson: string | undefined) => void;
  /** `spent`: the tokens that the run has cost so far. */
  readonly answer: (id: number, ok: boolean, json: string, spent: number | undefined) => void;
  readonly giveUp: () => void;
}

/**
 * Creates the globals of a script's realm: one function per call that it may make, `console`, `parallel` and `pipeline`. The source text of
 * this function is evaluated inside that realm, so it must not use anything from its surroundings. `post` belongs to the process: it takes
 * text and is only called here, and what it throws is dropped, so that the script never gets an object of the process.
 */
export function makeRealm(post: (text: string) => void, limits: RealmLimits): Realm {
  'use strict';
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let calls = 0;
  let logChars = 0;
  let spentTokens = 0;
  let finish: ((ok: boolean, value: unknown) => void) | undefined;

  const say = (text: string): void => {
    try {
      post(text);
    } catch {
      // It may be an object of the process, such as a stack overflow error.
      throw new Error('The stack is full.');
    }
  };

  const fixed = (target: object, name: string, value: unknown): void => {
    defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false });
  };

  const shown = (value: unknown, space = 2): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return described(value);
    const above = new Set<unknown>();
    const plain = (one: unknown, depth: number): unknown => {
      if (typeof one === 'bigint') return `${one}n`;
      if (typeof one === 'function') return `[function ${one.name || 'without a name'}]`;
      if (typeof one === 'symbol') return one.toString();
      if (one === undefined) return depth === 0 ? undefined : null;
      if (typeof one !== 'object' || one === null) return one;
      if (above.has(one)) return '[circular]';
      if (depth > 50) return '[too deep]';
      if (one instanceof Error) return described(one);
      if (one instanceof Date || one instanceof RegExp) return String(one);
      if (one instanceof Promise) return '[promise]';
      above.add(one);
      try {
        if (one instanceof Map) return [...one].map((entry) => plain(entry, depth + 1));
        if (Array.isArray(one) || one instanceof Set) return [...one].map((entry) => plain(entry, depth + 1));
        return Object.fromEntries(Object.entries(one).map(([name, entry]) => [name, plain(entry, depth + 1)]));
      } finally {
        above.delete(one);
      }
    };
    return stringify(plain(value, 0), null, space) ?? 'undefined';
  };

  /** Name, message and line of an error in the script. */
  const described = (error: Error): string => {
    const line = /\bscript:(\d+):\d+/u.exec(String(error.stack))?.[1];
    return `${error.name}: ${error.message}${line === undefined ? '' : ` (line ${line})`}`;
  };

  const errorText = (error: unknown): string => {
    try {
      return error instanceof Error ? described(error) : shown(error);
    } catch {
      // The script's own getters may throw.
      return 'An error that can’t be shown.';
    }
  };

  const cut = (text: string, max: number): string =>
    text.length <= max ? text : `${text.slice(0, max)}\n[${text.length - max} more characters]`;

  const valueText = (value: unknown): string => {
    if (!limits.isRepeatable) return cut(shown(value), limits.valueChars);
    const json = typeof value === 'string' ? stringify(value) : shown(value);
    if (json.length > limits.valueChars) throw new RangeError(`The value of the script is longer than ${limits.valueChars} characters.`);
    return json;
  };

  const call = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!finish) throw new Error('The script has ended.');
      const json: unknown = stringify(input ?? {});
      if (typeof json !== 'string' || json[0] !== '{') throw new TypeError(`${name} takes one object.`);
      if (json.length > limits.inputChars) throw new RangeError(`The input of ${name} is longer than ${limits.inputChars} characters.`);
      if (open.size >= limits.openCalls) throw new RangeError(`At most ${limits.openCalls} calls may be open at once.`);
      if (calls >= limits.calls) throw new RangeError(`A script may make ${limits.calls} calls at most.`);
      calls += 1;
      lastId += 1;
      open.set(lastId, { resolve, reject });
      say(`{"type":"call","id":${lastId},"name":${stringify(name)},"input":${json}}`);
    });

  const print =
    (level: string) =>
    (...values: unknown[]): void => {
      const remaining = limits.logChars - logChars;
      if (remaining <= 0 || !finish) return;
      let text: string;
      try {
        text = cut(values.map((value) => shown(value)).join(' '), remaining);
      } catch (error) {
        text = errorText(error);
      }
      // An empty line counts too.
      logChars += text.length + 20;
      say(`{"type":"log","level":"${level}","text":${stringify(text)}}`);
    };

  /** Runs functions in parallel. The result of one that fails is `null`. */
  const parallel = async (tasks: unknown): Promise<unknown[]> => {
    if (!Array.isArray(tasks) || tasks.some((task) => typeof task !== 'function')) {
      throw new TypeError('parallel takes a list of functions: parallel([() => call(), () => call()])');
    }
    return Promise.all(tasks.map((task: () => unknown) => settled(task)));
  };

  /** Passes each item through all stages independently. If a stage fails, the item's result is `null` and later stages are skipped. */
  const pipeline = async (items: unknown, ...stages: unknown[]): Promise<unknown[]> => {
    if (!Array.isArray(items)) throw new TypeError('pipeline takes a list of items first.');
    if (stages.some((stage) => typeof stage !== 'function')) throw new TypeError('Each stage of a pipeline is a function.');
    const through = async (item: unknown, index: number): Promise<unknown> => {
      let value: unknown = item;
      for (const stage of stages as ((value: unknown, item: unknown, index: number) => unknown)[]) {
        value = await stage(value, item, index);
      }
      return value;
    };
    return Promise.all(items.map((item: unknown, index) => settled(() => through(item, index))));
  };

  const settled = async (task: () => unknown): Promise<unknown> => {
    try {
      return await task();
    } catch (error) {
      print('error')(errorText(error));
      return null;
    }
  };

  for (const name of [
    // Memory outside of the heap isn't limited.
    'ArrayBuffer SharedArrayBuffer DataView Atomics WebAssembly Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array',
    'Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array',
    // Scripts have no use for them.
    'FinalizationRegistry WeakRef escape unescape eval',
  ].flatMap((names) => names.split(' '))) {
    Reflect.deleteProperty(globalThis, name);
  }
  if (limits.isRepeatable) {
    const never = (): never => {
      throw new Error('The script has to do the same each time it runs, so it has neither the time nor random numbers. Pass them in args.');
    };
    const RealDate = Date;
    const RepeatableDate = function (...args: ConstructorParameters<typeof Date>) {
      const made: unknown = new.target && args.length > 0 ? Reflect.construct(RealDate, args, new.target) : never();
      return made;
    };
    RepeatableDate.prototype = RealDate.prototype;
    fixed(RepeatableDate, 'UTC', RealDate.UTC);
    fixed(RepeatableDate, 'parse', RealDate.parse);
    fixed(RepeatableDate, 'now', never);
    fixed(RealDate.prototype, 'constructor', RepeatableDate);
    fixed(globalThis, 'Date', RepeatableDate);
    fixed(Math, 'random', never);
  }
  const log = print('log');
  fixed(
    globalThis,
    'console',
    Object.freeze({ log, info: log, debug: log, dir: log, table: log, warn: print('warn'), error: print('error'), trace: print('error') }),
  );

  const special: Record<string, unknown> = {
    parallel,
    pipeline,
    agent: (prompt: unknown, options: unknown) => call('agent', { prompt, options: options ?? {} }),
    workflow: (of: unknown, args: unknown) => call('workflow', { of, args }),
    budget: Object.freeze({ total: null, spent: () => spentTokens, remaining: () => Infinity }),
    phase: (title: unknown) => say(`{"type":"log","level":"phase","text":${stringify(cut(String(title), 200))}}`),
    log: (...values: unknown[]) => log(...values),
  };

  return {
    offer: (name) => {
      fixed(globalThis, name, special[name] ?? ((input: unknown) => call(name, input)));
    },
    start: (body, argsJson) => {
      calls = 0;
      logChars = 0;
      open.clear();
      if (limits.isRepeatable) fixed(globalThis, 'args', argsJson === undefined ? undefined : parse(argsJson));
      finish = (ok, value) => {
        if (!finish) return;
        let text: string;
        try {
          text = value === undefined ? '' : ok ? valueText(value) : cut(errorText(value), limits.valueChars);
        } catch (error) {
          ok = false;
          text = cut(errorText(error), limits.valueChars);
        }
        finish = undefined;
        say(`{"type":"done","ok":${ok ? 'true' : 'false'},"value":${stringify(text)}}`);
      };
      const end = finish;
      const run = async (): Promise<unknown> => (typeof body === 'function' ? (body as () => unknown)() : undefined);
      run().then(
        (value) => end(true, value),
        (error: unknown) => end(false, error),
      );
    },
    answer: (id, ok, json, spent) => {
      if (spent !== undefined) spentTokens = spent;
      const waiting = open.get(id);
      open.delete(id);
      if (!waiting) return;
      const value: unknown = parse(json);
      if (ok) waiting.resolve(value);
      else {
        const { message, data } = value as { message: string; data?: unknown };
        const error = new Error(message);
        if (data !== undefined) fixed(error, 'data', data);
        waiting.reject(error);
      }
    },
    giveUp: () => {
      finish?.(false, new Error('The script waits for something that can’t happen any more.'));
    },
  };
}
