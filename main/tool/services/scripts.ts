import type { CallOutcome } from '#shared/session/call-record.ts';

/** A call that a script makes. */
export interface ScriptCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * What a call of a script gives: a value, or an error with this message (and `data` for what there is of a value). `spent`: the tokens that
 * the whole run has cost so far.
 */
export type ScriptAnswer = { readonly spent?: number } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly data?: unknown }
);

export interface ScriptLine {
  readonly level: 'log' | 'warn' | 'error' | 'phase';
  readonly text: string;
}

export interface ScriptRun {
  /** An expression whose value is a function, as `replCode` or `workflow` makes it. */
  readonly code: string;
  /** Becomes the global `args`. */
  readonly args?: unknown;
  /** Milliseconds for which it may work without waiting for a call. */
  readonly workMs: number;
  /** Ends the process. */
  readonly signal: AbortSignal;
  readonly onCall: (call: ScriptCall) => Promise<ScriptAnswer>;
  readonly onLine: (line: ScriptLine) => void;
}

/**
 * How a run ended. `value`: its value as text, for people and models; of a repeatable script as JSON, empty for none. `ended`: the process is gone, and with it everything that the script
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

/** A workflow script as read, without running it. */
export interface WorkflowScript {
  readonly name: string;
  readonly description: string;
  readonly phases: readonly { readonly title: string; readonly detail?: string | undefined }[];
  readonly code: string;
}

/** Runs scripts that nobody trusts, each in a process that can do nothing but make the calls that are offered to it. */
export interface ScriptService {
  /** `names`: the functions that a script may call. `isRepeatable`: it gets neither the time nor random numbers. */
  open(options: { readonly names: readonly string[]; readonly isRepeatable: boolean }): ScriptProcess;
  /** `taken`: names that it may not declare. @throws Error that tells the model what is wrong with the script. */
  replCode(source: string, taken: ReadonlySet<string>): Promise<string>;
  /** @throws Error that tells the model what is wrong with the script. */
  workflow(source: string): Promise<WorkflowScript>;
}
