/** Buffers values until a listener attaches, then replays them. */
export class LateListener<T> {
  #early: T[] = [];
  #listener: ((value: T) => void) | undefined;

  tell(value: T): void {
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
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

export interface PtyExit {
  readonly exitCode: number;
  /** Number of the signal that ended it; 0: none. */
  readonly signal: number;
  /** What held its terminal is gone: how it ended isn’t known, and what it started may live on. */
  readonly lost?: true;
}

/** A program in a pseudo-terminal of its own. */
export interface Pty {
  readonly pid: number;
  /** Resolves once the program has ended and all of its output was delivered. Never rejects. */
  readonly exited: Promise<PtyExit>;
  /** One listener; it gets the output so far at once. */
  onData(listener: (bytes: Buffer) => void): void;
  /** Types. Nothing happens once it has ended, as with the calls below. */
  write(data: string): void;
  resize(cols: number, rows: number): void;
  /** Holds it as soon as it prints more than the terminal takes. One that ends meanwhile goes on by itself. */
  pause(): void;
  resume(): void;
  /** It was sent SIGKILL and should end now: whoever holds its terminal is to be ended too where that is stuck. */
  expectExit(): void;
}

/** Starts programs in pseudo-terminals. */
export interface PtySpawner {
  /** Rejects when it can’t be started; the message says why. */
  spawn(launch: PtyLaunch): Promise<Pty>;
}
