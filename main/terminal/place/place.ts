import type { PtyLaunch } from '../pty/pty.ts';

export interface PlacedCommand {
  readonly command: string;
  /** On this machine. */
  readonly cwd: string;
  readonly noInput: boolean;
  /** Marks the environment of everything the command starts. */
  readonly mark: string;
  /** Ends the wait for the place, not the command. */
  readonly signal: AbortSignal;
}

export interface PreparedCommand {
  /** The program on this machine that runs the command. */
  readonly program: Pick<PtyLaunch, 'file' | 'args' | 'cwd' | 'env'>;
  /** The working directory at the end, as a path on this machine; `undefined` if unknown. */
  readonly readCwd: () => string | undefined;
  /** Call once when the program has ended or wasn't started. */
  readonly release: () => void;
}

/** Where commands run: on this machine, in a container, on another host. */
export interface Place {
  /** For people; `undefined` for this machine. */
  readonly name: string | undefined;
  /** Whether the project's files there are those here. */
  readonly sharesFiles: boolean;
  /** Whether a signal to the program's process group here ends the command. */
  readonly obeysGroup: boolean;
  /** @throws AppError when no command can run there; the message gives the reason. */
  prepare(command: PlacedCommand): Promise<PreparedCommand>;
  /** Signals all processes of a command, also those that left its group, as far as the place allows. Never throws. */
  signal(mark: string, signal: NodeJS.Signals): Promise<void>;
  /** What to add to the output of a command that ended by itself with this code. `reported`: its shell reported its working directory. */
  note(exitCode: number, reported: boolean): Promise<string | undefined>;
  /** Ends what it started for the place itself. Never throws. */
  dispose(): Promise<void>;
}
