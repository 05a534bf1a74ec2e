import { constants as osConstants } from 'node:os';
import path from 'node:path';
import type { CommandResult, RunCommand } from '#main/tool/services/tool-services.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { CommandOutput } from './command-output.ts';
import { FlowControl } from './flow-control.ts';
import { groupIsAlive, signalGroup } from './process-group.ts';
import type { Place, PreparedCommand } from './place/place.ts';
import { PrintedLines } from './printed-lines.ts';
import { PromptWatch } from './prompt-watch.ts';
import type { PtyExit, PtySpawner, TerminalSource } from './pty/pty.ts';
import { socketPty } from './pty/socket-pty.ts';
import { TimeLimit } from './time-limit.ts';

/** Size of every command's terminal, whatever windows are open. */
export const COLS = 120;
export const ROWS = 30;

/** Limit on a command's output; a command that exceeds it is stopped. */
const MAX_OUTPUT_BYTES = 5 * 1024 ** 3;
/** Time between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 2000;
const PROGRESS_EVERY_MS = 250;

export interface TerminalLaunch {
  readonly command: RunCommand;
  readonly ptys: PtySpawner;
  readonly place: Place;
  /** For the connection of a WebSocket. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly sessionDir: string;
  /** Marks the environment of everything the command starts. */
  readonly mark: string;
  readonly record: TerminalRecord;
  /** Receives output while a window has the terminal open. */
  readonly onData: (offset: number, data: string) => void;
  /** Called when the state changes, and a few times a second while it prints. */
  readonly onState: (state: TerminalState) => void;
  /** Milliseconds without output until `onPrompt` is called. */
  readonly promptMs: number;
  /** Milliseconds without output until `onStalled` is called. */
  readonly stallMs: number;
}

/** One command in its own pseudo-terminal, from start to exit. */
export class CommandTerminal {
  readonly record: TerminalRecord;
  readonly flow: FlowControl;
  readonly finished: Promise<CommandResult>;
  readonly noInput: boolean;
  readonly #launch: TerminalLaunch;
  readonly #pty: TerminalSource;
  readonly #output: CommandOutput;
  readonly #prepared: PreparedCommand | undefined;
  readonly #limit: TimeLimit;
  readonly #lines: PrintedLines | undefined;
  readonly #prompts: PromptWatch;
  readonly #holds = new Set<'disk' | 'window'>();
  #timedOut = false;
  #takenOver = false;
  #typedInto = false;
  #aborted = false;
  #overflowed = false;
  #exited = false;
  #killTimer: NodeJS.Timeout | undefined;
  #progressTimer: NodeJS.Timeout | undefined;

  /** Rejects when the command can't be started. */
  static async start(launch: TerminalLaunch): Promise<CommandTerminal> {
    const { command, place, ptys, record, mark } = launch;
    if (command.socket) return new CommandTerminal(launch, await socketPty(command.socket, launch.env()), undefined);
    const prepared = await place.prepare({ ...command, mark });
    try {
      const pty = await ptys.spawn({ ...prepared.program, cols: record.cols, rows: record.rows });
      return new CommandTerminal(launch, pty, prepared);
    } catch (error) {
      // The command may have started before the process that holds its terminal was lost.
      await place.signal(mark, 'SIGKILL');
      prepared.release();
      throw error;
    }
  }

  private constructor(launch: TerminalLaunch, pty: TerminalSource, prepared: PreparedCommand | undefined) {
    const { command, record, sessionDir } = launch;
    this.#launch = launch;
    this.#pty = pty;
    this.#prepared = prepared;
    this.#lines = command.onLines && new PrintedLines(command.onLines);
    this.record = record;
    this.noInput = command.noInput;
    this.flow = new FlowControl((hold) => {
      this.#hold('window', hold);
    });
    this.#output = new CommandOutput({
      path: path.join(sessionDir, record.path),
      onLag: (lagging) => this.#hold('disk', lagging),
      onText: (offset, text) => {
        if (this.flow.watched) launch.onData(offset, text);
        this.flow.sent(this.length);
        this.#lines?.write(text);
      },
    });
    this.#prompts = new PromptWatch(
      () => this.#output.end,
      [
        { afterMs: launch.promptMs, tell: command.onPrompt },
        { afterMs: launch.stallMs, tell: command.onStalled },
      ],
    );
    this.#pty.onData((bytes) => this.#receive(bytes));
    this.#limit = new TimeLimit(command.timeoutMs, () => {
      if (command.onTimeout?.() === true) return;
      this.#timedOut = true;
      this.terminate();
    });
    this.finished = this.#wait();
  }

  get pid(): number | undefined {
    return this.#pty.pid;
  }

  /** Characters printed so far. */
  get length(): number {
    return this.#output.length;
  }

  snapshot(): { readonly data: string; readonly offset: number } {
    return this.#output.snapshot();
  }

  get state(): TerminalState {
    return { takenOver: this.#takenOver, paused: this.#holds.size > 0, bytes: this.#output.bytes, lines: this.#output.lines };
  }

  /** Writes a person's input. With the first, they take over the terminal until they hand it back, and the time limit is paused. */
  write(data: string): void {
    if (this.#exited) return;
    this.#typedInto = true;
    this.setTakenOver(true);
    this.#pty.write(data);
  }

  setTakenOver(takenOver: boolean): void {
    if (this.#exited || takenOver === this.#takenOver) return;
    this.#takenOver = takenOver;
    if (takenOver) this.#limit.pause();
    else this.#limit.resume();
    this.#watchForPrompt();
    this.#launch.onState(this.state);
  }

  keepText(file: string): void {
    if (!this.#exited) this.#output.keepText(file);
  }

  /** Ends the command for a person. */
  stop(): void {
    if (this.#exited) return;
    this.#aborted = true;
    this.terminate();
  }

  /** Sends SIGTERM to the command and everything it started, and SIGKILL later. */
  terminate(): void {
    if (this.#exited || this.#killTimer !== undefined) return;
    this.#pty.close?.();
    if (this.#launch.place.obeysGroup) {
      this.#signal('SIGTERM');
      // A stopped process receives the signal only when it continues.
      this.#signal('SIGCONT');
    }
    void this.#signalMarked('SIGTERM');
    this.#killTimer = setTimeout(() => void this.#killNow(), KILL_GRACE_MS).unref();
  }

  kill(): void {
    if (!this.#exited) void this.#killNow();
  }

  /** Where the program here only shows the command, the command goes first: without the program it would run on unseen. */
  async #killNow(): Promise<void> {
    if (!this.#launch.place.obeysGroup) await this.#signalMarked('SIGKILL');
    if (this.#exited) return;
    this.#signal('SIGKILL');
    this.#pty.expectExit();
  }

  #signalMarked(signal: NodeJS.Signals): Promise<void> {
    return this.#prepared === undefined ? Promise.resolve() : this.#launch.place.signal(this.#launch.mark, signal);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) signalGroup(this.pid, signal);
  }

  async #wait(): Promise<CommandResult> {
    const { signal } = this.#launch.command;
    this.#watchForPrompt();
    const abort = (): void => {
      this.#aborted = true;
      this.terminate();
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const exit = await this.#pty.exited;
    this.#exited = true;
    this.#limit.end();
    this.#prompts.stop();
    clearTimeout(this.#progressTimer);
    signal.removeEventListener('abort', abort);
    // The shell has exited, but a process it started may have ignored SIGTERM.
    if (this.#killTimer !== undefined || exit.lost) {
      clearTimeout(this.#killTimer);
      if (this.pid !== undefined && groupIsAlive(this.pid)) signalGroup(this.pid, 'SIGKILL');
      await this.#signalMarked('SIGKILL');
    }
    return this.#result(exit);
  }

  async #result({ exitCode, signal, lost }: PtyExit): Promise<CommandResult> {
    const closing = this.#output.close();
    this.#lines?.end();
    this.flow.dispose();
    const { text, truncated } = await closing;
    const { error } = this.#output;
    const dropped = this.#overflowed ? '\n[Stopped: the command printed more than 5 GB]' : '';
    const orphaned = lost ? '\n[Stopped: the process that held its terminal has ended]' : '';
    const unsaved = error === undefined ? '' : `\n[The output could not be saved: ${error.message}]`;
    const cwd = this.#prepared?.readCwd();
    const ended = lost ? osConstants.signals.SIGKILL : signal;
    this.#prepared?.release();
    const isOwnEnd = ended === 0 && exitCode !== 0 && this.#killTimer === undefined && this.#prepared !== undefined;
    const placeNote = isOwnEnd ? await this.#launch.place.note(exitCode, cwd !== undefined) : undefined;
    const noted = placeNote === undefined ? '' : `\n[${placeNote}]`;
    return {
      output: text + dropped + orphaned + unsaved + noted,
      truncated,
      outputPath: this.#output.path,
      exitCode: ended === 0 ? exitCode : null,
      signal: ended === 0 ? null : signalName(ended),
      timedOut: this.#timedOut,
      aborted: this.#aborted,
      typedInto: this.#typedInto,
      ...(cwd === undefined ? {} : { cwd }),
    };
  }

  #receive(bytes: Buffer): void {
    this.#output.receive(bytes);
    this.#watchForPrompt();
    this.#reportProgress();
    if (this.#output.bytes > MAX_OUTPUT_BYTES && !this.#overflowed) {
      this.#overflowed = true;
      this.terminate();
    }
  }

  #reportProgress(): void {
    this.#progressTimer ??= setTimeout(() => {
      this.#progressTimer = undefined;
      this.#launch.command.onOutput?.({ bytes: this.#output.bytes, lines: this.#output.lines });
      this.#launch.onState(this.state);
    }, PROGRESS_EVERY_MS).unref();
  }

  /** After output, and when a person takes over or hands back. */
  #watchForPrompt(): void {
    if (this.#takenOver) this.#prompts.stop();
    else this.#prompts.restart();
  }

  #hold(why: 'disk' | 'window', hold: boolean): void {
    const wasHeld = this.#holds.size > 0;
    if (hold) this.#holds.add(why);
    else this.#holds.delete(why);
    const isHeld = this.#holds.size > 0;
    if (isHeld === wasHeld || this.#exited) return;
    this.#launch.onState(this.state);
    if (isHeld) this.#pty.pause();
    else this.#pty.resume();
  }
}

function signalName(number: number): string {
  const found = Object.entries(osConstants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `signal ${String(number)}`;
}
