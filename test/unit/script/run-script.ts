import { onTestFinished } from 'vitest';
import { SessionScripts } from '#main/script/session-scripts.ts';
import type { ScriptCall, ScriptEnd, ScriptLine, ScriptProcess, ScriptRun } from '#main/tool/services/scripts.ts';

export interface Ran {
  readonly end: ScriptEnd;
  readonly calls: readonly ScriptCall[];
  readonly lines: readonly ScriptLine[];
}

export interface TestScripts {
  readonly scripts: SessionScripts;
  readonly process: ScriptProcess;
  /** Runs the source of a REPL call. */
  readonly run: (source: string, options?: Partial<ScriptRun>) => Promise<Ran>;
}

/** A real script process, in which `Echo` gives its input back, `Fail` fails and `Never` doesn't answer. */
export function testScripts({ isRepeatable = false } = {}): TestScripts {
  const scripts = new SessionScripts();
  onTestFinished(() => scripts.dispose());
  const names = ['Echo', 'Fail', 'Never'];
  const process = scripts.open({ names, isRepeatable });
  return {
    scripts,
    process,
    run: async (source, options = {}) => {
      const calls: ScriptCall[] = [];
      const lines: ScriptLine[] = [];
      const end = await process.run({
        code: await scripts.replCode(source, new Set(names)),
        workMs: 60_000,
        signal: new AbortController().signal,
        onCall: (call) => {
          calls.push(call);
          if (call.name === 'Fail') return Promise.resolve({ ok: false, message: 'no such file', data: { code: 3 } });
          return call.name === 'Never' ? new Promise(() => undefined) : Promise.resolve({ ok: true, value: call.input });
        },
        onLine: (line) => lines.push(line),
        ...options,
      });
      return { end, calls, lines };
    },
  };
}
