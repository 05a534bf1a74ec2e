import { call } from '../../bridge/client.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { errorMessage } from '#shared/error-message.ts';
import { onTerminalOutput, onTerminalState } from '../../store/terminal-frames.ts';
import { OutputJoiner } from './output-joiner.ts';

export interface TerminalOpened {
  readonly cols: number;
  readonly rows: number;
  readonly live: boolean;
  readonly exitCode: number | null;
  /** The output is too long: its start isn't included. */
  readonly cut: boolean;
  /** The file with all of it, where it is kept. */
  readonly outputPath: string | undefined;
}

export interface TerminalLinkEvents {
  /** The output so far; replaces anything drawn before. */
  readonly onStart: (opened: TerminalOpened, output: string) => void;
  readonly onOutput: (output: string) => void;
  readonly onState: (state: TerminalState) => void;
  readonly onError: (message: string) => void;
}

/** Parsed output is acknowledged in steps of this size, well below the lag main tolerates, and after a pause. UTF-16 code units. */
const ACK_STEP = 64 * 1024;
const ACK_PAUSE = 100;

/** Reference count of the links per terminal open in main. */
const held = new Map<string, number>();

/** Subscribes to a terminal: its stored output, then its live frames; acknowledges what was drawn. */
export class TerminalLink {
  readonly #address: { readonly sessionId: string; readonly terminalId: string };
  readonly #events: TerminalLinkEvents;
  readonly #joiner = new OutputJoiner();
  readonly #unsubscribe: readonly (() => void)[];
  #closed = false;
  #drawn = 0;
  #acked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sessionId: string, terminalId: string, events: TerminalLinkEvents) {
    this.#address = { sessionId, terminalId };
    this.#events = events;
    held.set(terminalId, (held.get(terminalId) ?? 0) + 1);
    this.#unsubscribe = [
      onTerminalOutput(terminalId, (offset, data) => this.#receive(offset, data)),
      onTerminalState(terminalId, events.onState),
    ];
    void this.#open();
  }

  /** Records that `length` more units have been drawn. */
  drawn(length: number): void {
    this.#drawn += length;
    if (this.#drawn - this.#acked >= ACK_STEP) this.#acknowledge();
    else this.#timer ??= setTimeout(() => this.#acknowledge(), ACK_PAUSE);
  }

  input(data: string): void {
    call('terminal.input', { ...this.#address, data }).catch((error: unknown) => this.#events.onError(errorMessage(error)));
  }

  /** Returns control of the terminal to the agent. */
  handBack(): void {
    call('terminal.takeOver', { ...this.#address, takenOver: false }).catch((error: unknown) => this.#events.onError(errorMessage(error)));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    const { terminalId } = this.#address;
    const others = (held.get(terminalId) ?? 1) - 1;
    if (others > 0) held.set(terminalId, others);
    else {
      held.delete(terminalId);
      // Ignore errors: a host that is gone has closed it already.
      call('terminal.close', this.#address).catch(() => {});
    }
  }

  async #open(): Promise<void> {
    try {
      const { data, offset, cols, rows, live, exitCode, state, outputPath } = await call('terminal.open', this.#address);
      if (this.#closed) return;
      this.#drawn = offset;
      this.#acked = offset;
      this.#events.onStart({ cols, rows, live, exitCode, cut: offset > 0, outputPath }, this.#joiner.start(offset, data));
      if (state) this.#events.onState(state);
    } catch (error) {
      if (!this.#closed) this.#events.onError(errorMessage(error));
    }
  }

  #receive(offset: number, data: string): void {
    const fresh = this.#joiner.add(offset, data);
    if (fresh === 'gap') {
      this.#joiner.restart();
      void this.#open();
    } else if (fresh.text !== '') this.#events.onOutput(fresh.text);
  }

  #acknowledge(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || this.#drawn === this.#acked) return;
    this.#acked = this.#drawn;
    // Acknowledged again with the next output.
    call('terminal.ack', { ...this.#address, offset: this.#drawn }).catch(() => {});
  }
}
