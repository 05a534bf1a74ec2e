/** Buffers values until a listener attaches, then replays them. */
export class LateListener<T> {
  #early: T[] = [];
  #listener: ((value: T) => void) | undefined;

  emit(value: T): void {
    if (this.#listener) this.#listener(value);
    else this.#early.push(value);
  }

  listen(listener: (value: T) => void): void {
    for (const value of this.#early) listener(value);
    this.#early = [];
    this.#listener = listener;
  }
}

export interface PtyLaunch {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

export interface PtyExit {
  readonly exitCode: number;
  /** Number of the signal that ended it; 0: none. */
  readonly signal: number;
  /** The process that held its terminal was lost: how the program ended is unknown, and what it started may still run. */
  readonly lost?: true;
}

/** A program in a pseudo-terminal of its own. */
export interface Pty {
  readonly pid: number;
  /** Resolves when the program has ended and all output was delivered. Never rejects. */
  readonly exited: Promise<PtyExit>;
  /** Sets the listener, which gets the output so far at once. */
  onData(listener: (bytes: Buffer) => void): void;
  /** Types. Has no effect after the end, like the methods below. */
  write(data: string): void;
  resize(cols: number, rows: number): void;
  /** Stops reading its output, so that it blocks when the terminal is full. Ends by itself when the program exits. */
  pause(): void;
  resume(): void;
  /** Call after SIGKILL: if the process that holds its terminal is hung, that is killed too. */
  expectExit(): void;
}

/** What a terminal shows: a program, or something without a process, which `close` ends. */
export interface TerminalSource extends Omit<Pty, 'pid'> {
  readonly pid: number | undefined;
  readonly close?: () => void;
}

/** Starts programs in pseudo-terminals. */
export interface PtySpawner {
  /** Rejects when the program can’t be started; the message gives the reason. */
  spawn(launch: PtyLaunch): Promise<Pty>;
}
