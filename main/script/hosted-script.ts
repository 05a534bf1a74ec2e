import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { errorMessage } from '#shared/error-message.ts';
import { parseJson } from '#shared/json-limits.ts';
import type { ScriptAnswer, ScriptEnd, ScriptProcess, ScriptRun } from '#main/tool/services/scripts.ts';
import type { RealmLimits } from './process/realm.ts';
import { BoundedLines } from './bounded-lines.ts';
import { MAX_ANSWER_CHARS, MAX_LINE_BYTES, MAX_LINES, SCRIPT_LIMITS, START_MS } from './script-limits.ts';
import { type ScriptMessage, scriptMessageSchema, type ScriptOrder } from './script-message.ts';

interface Current {
  readonly run: ScriptRun;
  readonly finish: (end: ScriptEnd) => void;
  readonly open: Set<number>;
  calls: number;
  lines: number;
  logChars: number;
}

const BROKEN = 'its process broke the rules between it and Gatehouse';

/** The engine's side of a script process. Everything from the process is limited and checked; at the first violation it is killed. */
export class HostedScript implements ScriptProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #names: ReadonlySet<string>;
  readonly #limits: RealmLimits;
  readonly #onEnd: () => void;
  readonly #lines = new BoundedLines(MAX_LINE_BYTES);
  readonly #ready = Promise.withResolvers<void>();
  #startLimit: NodeJS.Timeout | undefined;
  #workLimit: NodeJS.Timeout | undefined;
  #current: Current | undefined;
  #errors = '';
  #ended: string | undefined;

  constructor(
    child: ChildProcessWithoutNullStreams,
    { names, isRepeatable }: { readonly names: readonly string[]; readonly isRepeatable: boolean },
    onEnd: () => void,
  ) {
    this.#child = child;
    this.#names = new Set(names);
    this.#onEnd = onEnd;
    this.#startLimit = setTimeout(() => this.end('its process didn’t start'), START_MS).unref();
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (this.#errors.length < 10_000) this.#errors += chunk.toString('utf8');
    });
    child.once('error', (error) => this.end(`its process can’t be started: ${errorMessage(error)}`));
    child.once('close', () =>
      this.end(/heap out of memory|allocation failed/iu.test(this.#errors) ? 'it used too much memory' : 'its process ended'),
    );
    // Doesn't keep the engine alive: a session ends its scripts.
    child.unref();
    this.#limits = { ...SCRIPT_LIMITS, isRepeatable, ...(isRepeatable && { openCalls: SCRIPT_LIMITS.calls }) };
    this.#send({ type: 'open', names, limits: this.#limits });
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  async run(run: ScriptRun): Promise<ScriptEnd> {
    if (this.#current) throw new Error('A script is running already.');
    if (this.#ended !== undefined) return { type: 'ended', why: this.#ended };
    const { promise, resolve } = Promise.withResolvers<ScriptEnd>();
    const onAbort = (): void => this.end('it was stopped');
    const current: Current = { run, finish: resolve, open: new Set(), calls: 0, lines: 0, logChars: 0 };
    this.#current = current;
    if (run.signal.aborted) onAbort();
    else run.signal.addEventListener('abort', onAbort, { once: true });
    void this.#ready.promise.then(() => {
      if (this.#current !== current) return;
      this.#send({ type: 'run', code: run.code, ...(run.args !== undefined && { args: JSON.stringify(run.args) }) });
      this.#limitWork(current);
    });
    try {
      return await promise;
    } finally {
      run.signal.removeEventListener('abort', onAbort);
      clearTimeout(this.#workLimit);
      this.#current = undefined;
    }
  }

  end(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    clearTimeout(this.#startLimit);
    clearTimeout(this.#workLimit);
    this.#kill();
    this.#current?.finish({ type: 'ended', why });
    this.#onEnd();
  }

  #kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
    this.#child.kill('SIGKILL');
  }

  #send(order: ScriptOrder): void {
    if (this.#ended === undefined) this.#child.stdin.write(`${JSON.stringify(order)}\n`);
  }

  #read(chunk: Buffer): void {
    if (this.#ended !== undefined) return;
    const lines = this.#lines.push(chunk);
    if (!lines) this.end(BROKEN);
    else for (const line of lines) this.#hear(line);
  }

  #hear(line: string): void {
    if (this.#ended !== undefined) return;
    const message = parsed(line);
    if (!message) return this.end(BROKEN);
    if (message.type === 'ready') {
      clearTimeout(this.#startLimit);
      return this.#ready.resolve();
    }
    if (message.type === 'unsafe') return this.end(`its process can’t be locked down: ${message.why}`);
    const current = this.#current;
    // This line was sent before the process knew that the run had ended.
    if (!current) return;
    current.lines += 1;
    if (current.lines > MAX_LINES) return this.end(BROKEN);
    switch (message.type) {
      case 'log':
        current.logChars += message.text.length;
        if (current.logChars <= SCRIPT_LIMITS.logChars * 2) current.run.onLine({ level: message.level, text: message.text });
        return;
      case 'done': {
        const value = message.value.slice(0, SCRIPT_LIMITS.valueChars * 2);
        current.finish(message.ok ? { type: 'done', value } : { type: 'failed', message: value });
        return;
      }
      case 'call':
        this.#call(current, message);
    }
  }

  #call(current: Current, { id, name, input }: Extract<ScriptMessage, { type: 'call' }>): void {
    current.calls += 1;
    const isFine =
      this.#names.has(name) && !current.open.has(id) && current.open.size < this.#limits.openCalls && current.calls <= this.#limits.calls;
    if (!isFine) return this.end(BROKEN);
    current.open.add(id);
    clearTimeout(this.#workLimit);
    void answered(current.run, { name, input }).then((answer) => {
      current.open.delete(id);
      if (this.#current !== current) return;
      this.#send({ type: 'answer', id, ...asJson(answer) });
      if (current.open.size === 0) this.#limitWork(current);
    });
  }

  /** A script in an endless loop can only be ended from outside. */
  #limitWork({ run }: Current): void {
    clearTimeout(this.#workLimit);
    this.#workLimit = setTimeout(() => this.end(`it worked for more than ${run.workMs} ms without waiting for a call`), run.workMs).unref();
  }
}

function parsed(line: string): ScriptMessage | undefined {
  try {
    return scriptMessageSchema.safeParse(parseJson(line)).data;
  } catch {
    // Not JSON, or nested too deeply.
    return undefined;
  }
}

async function answered(run: ScriptRun, call: Parameters<ScriptRun['onCall']>[0]): Promise<ScriptAnswer> {
  try {
    return await run.onCall(call);
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

function asJson(answer: ScriptAnswer): { ok: boolean; json: string; spent?: number } {
  const value = answer.ok ? (answer.value ?? null) : { message: answer.message, ...(answer.data !== undefined && { data: answer.data }) };
  const json = JSON.stringify(value) ?? 'null';
  const spent = answer.spent === undefined ? {} : { spent: answer.spent };
  if (json.length <= MAX_ANSWER_CHARS) return { ok: answer.ok, json, ...spent };
  const message = answer.ok ? `The result is longer than ${MAX_ANSWER_CHARS} characters.` : answer.message.slice(0, MAX_ANSWER_CHARS / 2);
  return { ok: false, json: JSON.stringify({ message }), ...spent };
}
