import type { CallOutcome } from '#shared/session/call-record.ts';

/** A call that a script makes. */
export interface ScriptCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a call of a script gives: a value, or an error with this message (and `data` for what there is of a value). */
export type ScriptAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly data?: unknown };

export interface ScriptLine {
  readonly level: 'log' | 'warn' | 'error';
  readonly text: string;
}

export interface ScriptRun {
  /** An expression whose value is a function, as `replCode` makes it. */
  readonly code: string;
  /** Milliseconds for which it may work without waiting for a call. */
  readonly workMs: number;
  /** Ends the process. */
  readonly signal: AbortSignal;
  readonly onCall: (call: ScriptCall) => Promise<ScriptAnswer>;
  readonly onLine: (line: ScriptLine) => void;
}

/**
 * How a run ended. `value`: its value as text, for people and models. `ended`: the process is gone, and with it everything that the script
 * defined; `why` is a clause.
 */
export type ScriptEnd =
  | { readonly type: 'done'; readonly value: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'ended'; readonly why: string };

/** A call that a script made, and how it ended. */
export interface MadeCall {
  readonly name: string;
  /** One line about its input, and one about its result. */
  readonly summary: string;
  readonly outcome: CallOutcome;
}

/** A process that runs scripts, one at a time. What a script defines at its top level stays for the next. */
export interface ScriptProcess {
  readonly hasEnded: boolean;
  run(run: ScriptRun): Promise<ScriptEnd>;
  /** Ends the process, and the run with `why`. */
  end(why: string): void;
}

/** Runs scripts that nobody trusts, each in a process that can do nothing but make the calls that are offered to it. */
export interface ScriptService {
  /** `names`: the functions that a script may call. */
  open(options: { readonly names: readonly string[] }): ScriptProcess;
  /** `taken`: names that it may not declare. @throws Error that tells the model what is wrong with the script. */
  replCode(source: string, taken: ReadonlySet<string>): Promise<string>;
}
