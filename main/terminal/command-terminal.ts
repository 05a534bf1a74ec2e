import { writeFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { spawn, type IPty } from 'node-pty';
import type { CommandResult, RunCommand } from '#main/tool/services.ts';
import type { TerminalRecord } from '#shared/session/event.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { BoundedText } from './bounded-text.ts';
import { FlowControl } from './flow-control.ts';
import { OutputFile } from './output-file.ts';
import { PlainText } from './plain-text.ts';
import { groupIsAlive, processIsAlive, signalGroup, signalMarked } from './process-group.ts';
import { looksLikePrompt } from './prompt-line.ts';
import { RecentText } from './recent-text.ts';
import { readReportedCwd, removeReport } from './reported-cwd.ts';
import { shellArguments, startupScript, startupVariable } from './shell-launch.ts';
import { LiveTextFile } from './text-file.ts';
import { TimeLimit } from './time-limit.ts';

/** Every command sees the same terminal, whatever windows are open. */
export const COLS = 120;
export const ROWS = 30;

/** Characters of plain text kept for the model from the start and from the end. */
const KEEP_HEAD = 256 * 1024;
const KEEP_TAIL = 256 * 1024;
/** Characters a window gets of what was printed before it opened. */
export const REPLAY_LIMIT = 1024 * 1024;
/** A command that prints more is stopped, so that it can't fill the disk. */
const MAX_OUTPUT_BYTES = 5 * 1024 ** 3;
/** Between asking a command to end and ending it. */
const KILL_GRACE_MS = 2000;
const PROGRESS_EVERY_MS = 250;
/** node-pty gives up on unread output 200 ms after the process has gone; a paused terminal must notice that sooner. */
const EXIT_CHECK_MS = 40;

export interface TerminalLaunch {
  readonly command: RunCommand;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sessionDir: string;
  /** Stands in the environment of everything the command starts. */
  readonly mark: string;
  readonly record: TerminalRecord;
  /** Output as it comes, only while a window watches. */
  readonly onData: (offset: number, data: string) => void;
  /** Its state changed, or it printed; at most a few times a second. */
  readonly onState: (state: TerminalState) => void;
  /** Without output for this long, its last line is looked at. */
  readonly stallMs: number;
}

/** One command in its own pseudo-terminal, from start to exit. Throws when it can't be started. */
export class CommandTerminal {
  readonly record: TerminalRecord;
  readonly flow: FlowControl;
  readonly finished: Promise<CommandResult>;
  readonly noInput: boolean;
  readonly #launch: TerminalLaunch;
  readonly #pty: IPty;
  readonly #file: OutputFile;
  /** The shell reads how to start from it, and writes to it where it stood at the end. */
  readonly #shellFile: string;
  readonly #decoder = new StringDecoder('utf8');
  readonly #live = new RecentText(REPLAY_LIMIT);
  readonly #kept = new BoundedText(KEEP_HEAD, KEEP_TAIL);
  readonly #plain = new PlainText((text) => {
    this.#kept.push(text);
    this.#textFile?.settle(text);
  });
  readonly #limit: TimeLimit;
  #textFile: LiveTextFile | undefined;
  readonly #holds = new Set<'disk' | 'window'>();
  #bytes = 0;
  #lines = 0;
  #timedOut = false;
  #takenOver = false;
  #typedInto = false;
  #stallTimer: NodeJS.Timeout | undefined;
  #aborted = false;
  #overflowed = false;
  #exited = false;
  #killTimer: NodeJS.Timeout | undefined;
  #progressTimer: NodeJS.Timeout | undefined;
  #exitCheck: NodeJS.Timeout | undefined;

  constructor(launch: TerminalLaunch) {
    const { command, record, sessionDir } = launch;
    this.#launch = launch;
    this.record = record;
    this.noInput = command.noInput;
    this.flow = new FlowControl((hold) => {
      this.#hold('window', hold);
    });
    const outputPath = path.join(sessionDir, record.path);
    this.#shellFile = `${outputPath}.shell`;
    writeFileSync(this.#shellFile, startupScript(this.#shellFile, command.noInput), { mode: 0o600, flag: 'wx' });
    let pty: IPty | undefined;
    try {
      pty = spawn(launch.shell, shellArguments(command.command), {
        name: 'xterm-256color',
        cols: record.cols,
        rows: record.rows,
        cwd: command.cwd,
        env: { ...launch.env, ...startupVariable(this.#shellFile) },
        encoding: null,
      });
      this.#pty = pty;
      // Made while the shell starts.
      this.#file = new OutputFile(outputPath, (lagging) => {
        this.#hold('disk', lagging);
      });
    } catch (error) {
      if (pty) signalGroup(pty.pid, 'SIGKILL');
      void removeReport(this.#shellFile);
      throw error;
    }
    this.#pty.onData((data: unknown) => {
      if (Buffer.isBuffer(data)) this.#receive(data);
    });
    this.#limit = new TimeLimit(command.timeoutMs, () => {
      if (command.onTimeout?.() === true) return;
      this.#timedOut = true;
      this.terminate();
    });
    this.finished = this.#wait();
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Characters printed so far. */
  get length(): number {
    return this.#live.total;
  }

  snapshot(): { readonly data: string; readonly offset: number } {
    const { text, offset } = this.#live.read();
    return { data: text, offset };
  }

  get state(): TerminalState {
    return { takenOver: this.#takenOver, paused: this.#holds.size > 0, bytes: this.#bytes, lines: this.#lines };
  }

  /** A person's keys. From the first on the terminal is theirs until they hand it back, and its time limit stands still. */
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
    this.#watchForSilence();
    this.#launch.onState(this.state);
  }

  keepText(file: string): void {
    if (this.#exited || this.#textFile !== undefined) return;
    const { head, tail, dropped } = this.#kept.parts();
    this.#textFile = new LiveTextFile(file, head + droppedText(dropped) + tail, () => this.#plain.rest);
  }

  /** A person ends it. */
  stop(): void {
    if (this.#exited) return;
    this.#aborted = true;
    this.terminate();
  }

  /** Asks the command and everything it started to end, then ends it. */
  terminate(): void {
    if (this.#exited || this.#killTimer !== undefined) return;
    signalGroup(this.pid, 'SIGTERM');
    // A stopped process hears the request only once it goes on.
    signalGroup(this.pid, 'SIGCONT');
    void signalMarked(this.#launch.mark, 'SIGTERM');
    this.#killTimer = setTimeout(() => {
      signalGroup(this.pid, 'SIGKILL');
    }, KILL_GRACE_MS).unref();
  }

  /** To be called once it has finished; nobody has to wait for it. Never rejects. */
  tidy(): Promise<void> {
    return removeReport(this.#shellFile);
  }

  kill(): void {
    if (!this.#exited) signalGroup(this.pid, 'SIGKILL');
  }

  async #wait(): Promise<CommandResult> {
    const { signal } = this.#launch.command;
    this.#watchForSilence();
    const abort = (): void => {
      this.#aborted = true;
      this.terminate();
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const exit = await new Promise<{ exitCode: number; signal?: number }>((resolve) => {
      this.#pty.onExit(resolve);
    });
    this.#exited = true;
    this.#limit.end();
    clearTimeout(this.#stallTimer);
    clearInterval(this.#exitCheck);
    clearTimeout(this.#progressTimer);
    signal.removeEventListener('abort', abort);
    // The shell is gone but something it started may have ignored the request to end.
    if (this.#killTimer !== undefined) {
      clearTimeout(this.#killTimer);
      if (groupIsAlive(this.pid)) signalGroup(this.pid, 'SIGKILL');
      await signalMarked(this.#launch.mark, 'SIGKILL');
    }
    return this.#result(exit.exitCode, exit.signal ?? 0);
  }

  async #result(exitCode: number, signalNumber: number): Promise<CommandResult> {
    this.#show(this.#decoder.end());
    this.#plain.end();
    this.#textFile?.close();
    this.flow.dispose();
    await this.#file.close();
    const { head, tail, dropped } = this.#kept.parts();
    const lost = this.#overflowed ? '\n[Stopped: the command printed more than 5 GB]' : '';
    const unsaved = this.#file.error === undefined ? '' : `\n[The output could not be saved: ${this.#file.error.message}]`;
    const cwd = readReportedCwd(this.#shellFile);
    return {
      output: trimTrailingBlankLines(head + droppedText(dropped) + tail) + lost + unsaved,
      truncated: dropped > 0,
      outputPath: this.#file.path,
      exitCode: signalNumber === 0 ? exitCode : null,
      signal: signalNumber === 0 ? null : signalName(signalNumber),
      timedOut: this.#timedOut,
      aborted: this.#aborted,
      typedInto: this.#typedInto,
      ...(cwd === undefined ? {} : { cwd }),
    };
  }

  #receive(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#lines += countNewlines(bytes);
    this.#file.write(bytes);
    this.#show(this.#decoder.write(bytes));
    this.#textFile?.touch();
    this.#watchForSilence();
    this.#reportProgress();
    if (this.#bytes > MAX_OUTPUT_BYTES && !this.#overflowed) {
      this.#overflowed = true;
      this.terminate();
    }
  }

  #show(text: string): void {
    if (text === '') return;
    const offset = this.#live.total;
    this.#live.push(text);
    this.#plain.write(text);
    if (this.flow.watched) this.#launch.onData(offset, text);
    this.flow.sent(this.#live.total);
  }

  #reportProgress(): void {
    this.#progressTimer ??= setTimeout(() => {
      this.#progressTimer = undefined;
      this.#launch.command.onOutput?.({ bytes: this.#bytes, lines: this.#lines });
      this.#launch.onState(this.state);
    }, PROGRESS_EVERY_MS).unref();
  }

  /** Begins to wait anew: something was printed, or a person came or went. */
  #watchForSilence(): void {
    const { command, stallMs } = this.#launch;
    if (command.onStalled === undefined) return;
    if (this.#takenOver) {
      clearTimeout(this.#stallTimer);
      this.#stallTimer = undefined;
    } else if (this.#stallTimer === undefined) this.#stallTimer = setTimeout(() => this.#lookForPrompt(), stallMs).unref();
    else this.#stallTimer.refresh();
  }

  #lookForPrompt(): void {
    const line = this.#plain.currentLine;
    const before = this.#plain.rest.trimEnd().split('\n').at(-1) ?? '';
    if (looksLikePrompt(line, before)) this.#launch.command.onStalled?.((line.trim() === '' ? before : line).trim());
  }

  #hold(why: 'disk' | 'window', hold: boolean): void {
    const wasHeld = this.#holds.size > 0;
    if (hold) this.#holds.add(why);
    else this.#holds.delete(why);
    const isHeld = this.#holds.size > 0;
    if (isHeld === wasHeld || this.#exited) return;
    clearInterval(this.#exitCheck);
    this.#launch.onState(this.state);
    if (!isHeld) {
      this.#pty.resume();
      return;
    }
    this.#pty.pause();
    this.#exitCheck = setInterval(() => {
      if (processIsAlive(this.pid)) return;
      clearInterval(this.#exitCheck);
      this.#pty.resume();
    }, EXIT_CHECK_MS);
  }
}

function droppedText(characters: number): string {
  return characters === 0 ? '' : `\n... [${String(characters)} characters truncated] ...\n`;
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function trimTrailingBlankLines(text: string): string {
  const end = text.indexOf('\n', text.trimEnd().length);
  return end === -1 ? text : text.slice(0, end);
}

function signalName(number: number): string {
  const found = Object.entries(osConstants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `signal ${String(number)}`;
}
