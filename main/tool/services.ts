import type { TerminalRecord } from '#shared/session/event.ts';

export interface RunCommand {
  /** Passed to the user's shell as one argument, never through another shell. */
  readonly command: string;
  readonly cwd: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Closes the input at once (headless and sub-agent calls): the command reads end of file. */
  readonly noInput: boolean;
  readonly signal: AbortSignal;
  /** Once, when the terminal is open. */
  readonly onOpen?: (terminal: TerminalRecord) => void;
  /** Called at most a few times a second. */
  readonly onOutput?: (progress: { readonly bytes: number; readonly lines: number }) => void;
}

export interface CommandResult {
  /** Plain text: escapes out, carriage-return overwrites resolved. Bounded; `truncated` says so and `outputPath` has the whole. */
  readonly output: string;
  readonly truncated: boolean;
  /** Raw bytes of everything printed, absolute. */
  readonly outputPath: string;
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Where the shell stood when it ended; absent when unknown. */
  readonly cwd?: string;
}

/** Real pseudo-terminals, one per command, in the session's folder. */
export interface TerminalService {
  /** Rejects only when the shell can't be started (message says why). */
  run(command: RunCommand): Promise<CommandResult>;
}

export interface SearchService {
  /** Absolute path of the ripgrep binary. */
  readonly ripgrepPath: string;
}

/** What the composition root hands down to tools. */
export interface ToolServices {
  readonly terminals: TerminalService;
  readonly search: SearchService;
  /** Exactly "the facts say read-only" (SPEC E2). Unknown = false. */
  isReadOnlyCommand(command: string, cwd: string): boolean;
  /** `false` when a Read of that path would be denied by a rule: Grep and Glob leave it out of results. */
  mayRead(path: string): boolean;
}
