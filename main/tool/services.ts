import type { TerminalRecord } from '#shared/session/call-record.ts';

export interface RunCommand {
  /** Passed to the user's shell as one argument, never through another shell. */
  readonly command: string;
  readonly cwd: string;
  /** Milliseconds; stands still while a person has taken the terminal over. `null`: as long as it takes. */
  readonly timeoutMs: number | null;
  /** Closes the input at once (headless and sub-agent calls): the command reads end of file. */
  readonly noInput: boolean;
  readonly signal: AbortSignal;
  /** Once, when the terminal is open. */
  readonly onOpen?: (terminal: TerminalRecord) => void;
  /** Called at most a few times a second. */
  readonly onOutput?: (progress: { readonly bytes: number; readonly lines: number }) => void;
  /** Its time is up. `true`: it may go on, without a limit. Unless given it is ended. */
  readonly onTimeout?: () => boolean;
  /** It has printed nothing for a while, and its last line looks like a question. At most once until it prints again. */
  readonly onStalled?: (lastLine: string) => void;
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
  /** A person typed into it. */
  readonly typedInto: boolean;
  /** Where the shell stood when it ended; absent when unknown. */
  readonly cwd?: string;
}

/** Real pseudo-terminals, one per command, in the session's folder. */
export interface TerminalService {
  /** Rejects only when the shell can't be started (message says why). */
  run(command: RunCommand): Promise<CommandResult>;
  /**
   * Keeps `file` (absolute, must not exist) the plain text of what the running command printed and prints, so that it can be read
   * meanwhile; it is whole when `run` resolves. A file that can't be written is left as it is.
   */
  keepText(terminalId: string, file: string): void;
}

/** Makes text of what a terminal printed. */
export interface PlainTextService {
  /**
   * Writes to `file` (absolute, replaced) what `outputPath` says as plain text, as `CommandResult.output` would; past what that is
   * worth, the raw output itself. Rejects when it can't.
   */
  saveText(outputPath: string, file: string): Promise<SavedText>;
}

export interface SavedText {
  readonly bytes: number;
  /** `undefined`: it is the raw output. */
  readonly chars: number | undefined;
}

export interface SearchService {
  /** Absolute path of the ripgrep binary. */
  readonly ripgrepPath: string;
}

/** What the composition root hands down to tools. */
export interface ToolServices {
  readonly terminals: TerminalService;
  readonly plainText: PlainTextService;
  readonly search: SearchService;
  /** Exactly "the facts say read-only" (SPEC E2). Unknown = false. */
  isReadOnlyCommand(command: string, cwd: string): boolean;
  /** `false` when a Read of that path would be denied by a rule: Grep and Glob leave it out of results. */
  mayRead(path: string): boolean;
}
