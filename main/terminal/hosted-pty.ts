import { LateListener } from './late-listener.ts';
import type { PtyHostOrder } from './pty-host-message.ts';
import type { Pty, PtyExit } from './pty.ts';

type OrderOfOne = Extract<PtyHostOrder, { type: 'write' | 'resize' | 'pause' | 'resume' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export interface HostLine {
  readonly send: (order: WithoutId<OrderOfOne>) => void;
  readonly expectExit: () => void;
}

/** A pseudo-terminal that another process holds. */
export class HostedPty implements Pty {
  readonly pid: number;
  readonly exited: Promise<PtyExit>;
  readonly #line: HostLine;
  readonly #setExited: (exit: PtyExit) => void;
  readonly #data = new LateListener<Buffer>();

  constructor(pid: number, line: HostLine) {
    this.pid = pid;
    this.#line = line;
    const { promise, resolve } = Promise.withResolvers<PtyExit>();
    this.exited = promise;
    this.#setExited = resolve;
  }

  onData(listener: (bytes: Buffer) => void): void {
    this.#data.listen(listener);
  }

  write(data: string): void {
    this.#line.send({ type: 'write', data });
  }

  resize(cols: number, rows: number): void {
    this.#line.send({ type: 'resize', cols, rows });
  }

  pause(): void {
    this.#line.send({ type: 'pause' });
  }

  resume(): void {
    this.#line.send({ type: 'resume' });
  }

  expectExit(): void {
    this.#line.expectExit();
  }

  receive(bytes: Buffer): void {
    this.#data.tell(bytes);
  }

  end({ exitCode, signal, lost }: PtyExit): void {
    this.#setExited({ exitCode, signal, ...(lost && { lost }) });
  }
}
