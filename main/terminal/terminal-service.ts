import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CommandResult, RunCommand, TerminalService } from '#main/tool/services/tool-services.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { REPLAY_LIMIT } from './command-output.ts';
import { COLS, CommandTerminal, ROWS } from './command-terminal.ts';
import type { PtySpawner } from './pty/pty.ts';
import { Here } from './place/here.ts';
import type { Place } from './place/place.ts';
import { groupIsAlive, signalGroup } from './process-group.ts';
import { shellEnvironment } from './shell-launch.ts';
import { TerminalSummaries } from './terminal-summaries.ts';

export interface TerminalServiceOptions {
  /** Absolute; output goes to `terminals/<id>.log` in it. */
  readonly sessionDir: string;
  readonly ptys: PtySpawner;
  /** The environment of commands: that of the user's login shell and the current settings. Read before each command. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
  /** Where commands run, called with the first. Default: on this machine. Rejects when it can't be told; the message gives the reason. */
  readonly place?: (() => Promise<Place>) | undefined;
  /** Live output of a terminal that is open in a window. `offset` counts UTF-16 units since the terminal opened. */
  readonly onData?: (terminalId: string, offset: number, data: string) => void;
  /** State of a running terminal: on a change, and a few times a second while it prints. */
  readonly onState?: (terminalId: string, state: TerminalState) => void;
  /** Milliseconds without output until a command whose last line looks like a question calls `onPrompt`. Default: 5 s. */
  readonly promptMs?: number;
  /** The same for `onStalled`. Default: 45 s, since it starts a turn of the agent. */
  readonly stallMs?: number;
}

/** The answer of `terminal.open`. */
export interface OpenedTerminal {
  readonly data: string;
  readonly offset: number;
  readonly cols: number;
  readonly rows: number;
  readonly live: boolean;
  readonly exitCode: number | null;
  readonly state: TerminalState | null;
  /** The file with all of the output. */
  readonly outputPath?: string;
}

/**
 * What windows use. `viewer` identifies a window. A command is paused while a window that shows it can't keep up, so call `detach` when a
 * window is closed.
 */
export interface TerminalHub {
  /** Returns the output so far, at most its last 1 MB; live output follows through `onData`. @throws AppError `not_found`. */
  open(terminalId: string, viewer?: string): OpenedTerminal;
  close(terminalId: string, viewer?: string): void;
  /** Closes all terminals of the window. */
  detach(viewer: string): void;
  ack(terminalId: string, offset: number, viewer?: string): void;
  /** Types into the running command. @throws AppError `conflict` when it has ended or takes no input. */
  write(terminalId: string, data: string): void;
  /** Takes the terminal over for a person, or hands it back. Throws as `write` does. */
  setTakenOver(terminalId: string, takenOver: boolean): void;
  /** Ends the command and what it started, for a person. `false` when it has ended. */
  stop(terminalId: string): boolean;
  /** Kills all commands, and processes that earlier commands left running. */
  killAll(): void;
  /** Calls `killAll` and resolves when all commands have ended. */
  dispose(): Promise<void>;
}

const PROMPT_MS = 2_000;
const STALL_MS = 45_000;
const ONLY_VIEWER = 'window';
const TERMINAL_ID = /^[0-9a-f]{12}$/;

/** The pseudo-terminals of a session: runs commands for tools and shows them in windows. */
export function createTerminalService(options: TerminalServiceOptions): TerminalService & TerminalHub {
  return new SessionTerminals(options);
}

class SessionTerminals implements TerminalService, TerminalHub {
  readonly #options: TerminalServiceOptions;
  readonly #live = new Map<string, CommandTerminal>();
  readonly #starting = new Set<Promise<CommandTerminal>>();
  readonly #summaries: TerminalSummaries;
  readonly #here: Here;
  #elsewhere: Promise<Place> | undefined;
  /** Shells that have ended but left something running in their process group. */
  #leftRunning: number[] = [];
  /** Identifies this service's processes. */
  readonly #mark = randomBytes(8).toString('hex');

  constructor(options: TerminalServiceOptions) {
    this.#options = options;
    this.#summaries = new TerminalSummaries(options.sessionDir);
    this.#here = new Here(options.sessionDir, options.env);
  }

  async run(command: RunCommand): Promise<CommandResult> {
    requireFolder(command.cwd);
    const starting = this.#start(command);
    this.#starting.add(starting);
    const terminal = await starting.finally(() => this.#starting.delete(starting));
    const { record } = terminal;
    try {
      command.onOpen?.(record);
      const result = await terminal.finished;
      const { cols, rows } = record;
      this.#summaries.add(record.terminalId, { cols, rows, exitCode: result.exitCode, length: terminal.length });
      return result;
    } finally {
      this.#live.delete(record.terminalId);
      this.#leftRunning = [...this.#leftRunning, ...(terminal.pid === undefined ? [] : [terminal.pid])].filter((pid) => groupIsAlive(pid));
    }
  }

  open(terminalId: string, viewer = ONLY_VIEWER): OpenedTerminal {
    const terminal = this.#live.get(terminalId);
    if (terminal !== undefined) {
      terminal.flow.attach(viewer);
      const { cols, rows } = terminal.record;
      const { data, offset } = terminal.snapshot();
      const outputPath = this.#outputPath(terminalId);
      return { data, offset, cols, rows, live: true, exitCode: null, state: terminal.state, outputPath };
    }
    if (!TERMINAL_ID.test(terminalId)) throw new AppError('not_found', 'There is no such terminal in this session.');
    const outputPath = this.#outputPath(terminalId);
    const { data, whole } = readOutputTail(outputPath, REPLAY_LIMIT);
    const summary = this.#summaries.get(terminalId);
    const offset = whole ? 0 : Math.max(0, (summary?.length ?? data.length) - data.length);
    const { cols = COLS, rows = ROWS, exitCode = null } = summary ?? {};
    return { data, offset, cols, rows, live: false, exitCode, state: null, outputPath };
  }

  #outputPath(terminalId: string): string {
    return path.join(this.#options.sessionDir, recordPath(terminalId));
  }

  close(terminalId: string, viewer = ONLY_VIEWER): void {
    this.#live.get(terminalId)?.flow.detach(viewer);
  }

  detach(viewer: string): void {
    for (const terminal of this.#live.values()) terminal.flow.detach(viewer);
  }

  ack(terminalId: string, offset: number, viewer = ONLY_VIEWER): void {
    this.#live.get(terminalId)?.flow.acknowledge(viewer, offset);
  }

  write(terminalId: string, data: string): void {
    this.#takingInput(terminalId).write(data);
  }

  setTakenOver(terminalId: string, takenOver: boolean): void {
    this.#takingInput(terminalId).setTakenOver(takenOver);
  }

  stop(terminalId: string): boolean {
    const terminal = this.#live.get(terminalId);
    terminal?.stop();
    return terminal !== undefined;
  }

  keepText(terminalId: string, file: string): void {
    this.#live.get(terminalId)?.keepText(file);
  }

  killAll(): void {
    for (const terminal of this.#live.values()) terminal.kill();
    for (const pid of this.#leftRunning.filter((leader) => groupIsAlive(leader))) signalGroup(pid, 'SIGKILL');
    this.#leftRunning = [];
  }

  async dispose(): Promise<void> {
    await Promise.allSettled(this.#starting);
    const running = [...this.#live.values()].map((terminal) => terminal.finished);
    this.killAll();
    await Promise.allSettled(running);
    this.killAll();
    await this.#summaries.settled();
    for (const place of [this.#here, await this.#elsewhere?.catch(() => undefined)]) {
      // A container ends with all that runs in it.
      if (place?.obeysGroup === true) await place.signal(this.#mark, 'SIGKILL');
      await place?.dispose();
    }
  }

  #takingInput(terminalId: string): CommandTerminal {
    const terminal = this.#live.get(terminalId);
    if (terminal === undefined) throw new AppError('conflict', 'The command has ended; it takes no more input.');
    if (terminal.noInput) throw new AppError('conflict', 'This command runs without input.');
    return terminal;
  }

  async #start(command: RunCommand): Promise<CommandTerminal> {
    const { sessionDir, ptys, onData, onState, promptMs = PROMPT_MS, stallMs = STALL_MS } = this.#options;
    const place = this.#options.place === undefined || command.socket !== undefined ? this.#here : await this.#placeOf(command);
    const terminalId = randomBytes(6).toString('hex');
    const record: TerminalRecord = {
      terminalId,
      path: recordPath(terminalId),
      cols: COLS,
      rows: ROWS,
      ...(place.name !== undefined && { place: { name: place.name, sharesFiles: place.sharesFiles } }),
    };
    try {
      mkdirSync(path.join(sessionDir, 'terminals'), { recursive: true, mode: 0o700 });
      const terminal = await CommandTerminal.start({
        command,
        ptys,
        place,
        env: () => shellEnvironment(this.#options.env(), command.noInput),
        mark: `${this.#mark}-${terminalId}`,
        sessionDir,
        record,
        onData: (offset, data) => onData?.(terminalId, offset, data),
        onState: (state) => onState?.(terminalId, state),
        promptMs,
        stallMs,
      });
      this.#live.set(terminalId, terminal);
      return terminal;
    } catch (error) {
      if (error instanceof AppError) throw error;
      const why = errorMessage(error);
      throw new AppError('unavailable', `The shell could not be started: ${why}`, { cause: error });
    }
  }

  async #placeOf({ hereOnly }: RunCommand): Promise<Place> {
    const opening = (this.#elsewhere ??= this.#options.place?.() ?? Promise.resolve(this.#here));
    const place = await opening.catch((error: unknown) => {
      // The next command tries again: what was missing may be installed by then.
      if (this.#elsewhere === opening) this.#elsewhere = undefined;
      throw error;
    });
    if (hereOnly !== true || place.name === undefined) return place;
    throw new AppError('unavailable', `This runs only on this machine, and the commands of this session run in ${place.name}.`);
  }
}

function recordPath(terminalId: string): string {
  return path.join('terminals', `${terminalId}.log`);
}

function requireFolder(cwd: string): void {
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) throw new AppError('not_found', `The working directory ${cwd} does not exist.`);
}

/** The last part of a finished terminal's output: at most `limit` bytes, from the start of a line. @throws AppError `not_found`. */
function readOutputTail(outputPath: string, limit: number): { readonly data: string; readonly whole: boolean } {
  let fd: number;
  try {
    fd = openSync(outputPath, 'r');
  } catch (error) {
    throw new AppError('not_found', 'The output of this terminal is no longer on disk.', { cause: error });
  }
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - limit);
    const bytes = Buffer.alloc(size - start);
    const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
    if (start === 0) return { data: read.toString('utf8'), whole: true };
    // Starts at a line, so that no character or escape sequence is cut.
    const newline = read.subarray(0, 64 * 1024).indexOf(10);
    return { data: read.subarray(newline + 1).toString('utf8'), whole: false };
  } finally {
    closeSync(fd);
  }
}
