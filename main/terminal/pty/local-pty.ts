import { createRequire } from 'node:module';
import type * as NodePty from 'node-pty';
import { LateListener, type Pty, type PtyExit, type PtyLaunch, type PtySpawner } from './pty.ts';
import { ptyBytes } from './pty-bytes.ts';
import { processIsAlive } from '../process-group.ts';

/** node-pty drops unread output 200 ms after the process has exited; a paused terminal must notice the exit sooner. */
const EXIT_CHECK_MS = 40;

const require = createRequire(import.meta.url);

/** Loads the native code, at the latest with the first terminal. @throws Error when it can't be loaded. */
export function loadPty(): typeof NodePty {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
  const pty: typeof NodePty = require('node-pty');
  return pty;
}

/** Pseudo-terminals of this process. */
export const localPtys: PtySpawner = {
  spawn: async (launch) => new LocalPty(launch),
};

class LocalPty implements Pty {
  readonly exited: Promise<PtyExit>;
  readonly #pty: NodePty.IPty;
  readonly #data = new LateListener<Buffer>();
  #exitCheck: NodeJS.Timeout | undefined;
  #hasExited = false;

  constructor({ file, args, cwd, env, cols, rows }: PtyLaunch) {
    this.#pty = loadPty().spawn(file, [...args], { name: 'xterm-256color', cols, rows, cwd, env: { ...env }, encoding: null });
    this.#pty.onData((data: unknown) => this.#data.emit(ptyBytes(data)));
    this.exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal = 0 }) => {
        this.#hasExited = true;
        clearInterval(this.#exitCheck);
        resolve({ exitCode, signal });
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  onData(listener: (bytes: Buffer) => void): void {
    this.#data.listen(listener);
  }

  write(data: string): void {
    if (!this.#hasExited) this.#pty.write(data);
  }

  resize(cols: number, rows: number): void {
    if (!this.#hasExited) this.#pty.resize(cols, rows);
  }

  pause(): void {
    if (this.#hasExited) return;
    this.#pty.pause();
    clearInterval(this.#exitCheck);
    this.#exitCheck = setInterval(() => {
      if (!processIsAlive(this.pid)) this.resume();
    }, EXIT_CHECK_MS);
  }

  resume(): void {
    clearInterval(this.#exitCheck);
    if (!this.#hasExited) this.#pty.resume();
  }

  expectExit(): void {
    // The system reports it.
  }
}
