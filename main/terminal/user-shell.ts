import { readVariable } from '#main/environment.ts';
import { accessSync, constants } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { TerminalState } from '#shared/session/frame.ts';
import { REPLAY_LIMIT } from './command-output.ts';
import { COLS, ROWS } from './command-terminal.ts';
import { FlowControl } from './flow-control.ts';
import { signalGroup } from './process-group.ts';
import type { Pty, PtySpawner } from './pty/pty.ts';
import { RecentText } from './bounded-text.ts';
import { findBash, repairSpawnHelper } from './shell-launch.ts';

/** Time between SIGHUP and SIGKILL. */
const HANG_UP_GRACE_MS = 2000;
const STATE_EVERY_MS = 250;

export interface UserShellLaunch {
  readonly ptys: PtySpawner;
  readonly cwd: string;
  /** The person's own environment, without the project's settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `offset` in UTF-16 units; only while a window watches. */
  readonly onData: (offset: number, data: string) => void;
  readonly onState: (state: TerminalState) => void;
  readonly onExit: () => void;
}

/**
 * A person's own shell in a terminal. Its output is kept only in memory, so that no tool can read it, and no event of the session's log
 * contains it.
 */
export class UserShell {
  readonly title: string;
  readonly startedAt = Date.now();
  readonly flow: FlowControl;
  cols = COLS;
  rows = ROWS;
  /** `null` while it runs, and when a signal ended it. */
  exitCode: number | null = null;
  endedAt: number | null = null;
  readonly #launch: UserShellLaunch;
  readonly #pty: Pty;
  readonly #decoder = new StringDecoder('utf8');
  /** Of the windows that show it. */
  readonly #sizes = new Map<string, { readonly cols: number; readonly rows: number }>();
  readonly #recent = new RecentText(REPLAY_LIMIT);
  #bytes = 0;
  #lines = 0;
  #held = false;
  #stateTimer: NodeJS.Timeout | undefined;
  #killTimer: NodeJS.Timeout | undefined;

  /** Rejects when the shell can't be started. */
  static async start(launch: UserShellLaunch): Promise<UserShell> {
    repairSpawnHelper();
    const file = usersShell(launch.env);
    const { ptys, cwd, env } = launch;
    const pty = await ptys.spawn({ file, args: [], cwd, env: shellVariables(env, file), cols: COLS, rows: ROWS });
    return new UserShell(launch, basename(file), pty);
  }

  private constructor(launch: UserShellLaunch, title: string, pty: Pty) {
    this.#launch = launch;
    this.title = title;
    this.#pty = pty;
    this.flow = new FlowControl((hold) => {
      if (this.endedAt !== null) return;
      this.#held = hold;
      if (hold) this.#pty.pause();
      else this.#pty.resume();
      launch.onState(this.state);
    });
    this.#pty.onData((bytes) => this.#receive(bytes));
    void this.#pty.exited.then(({ exitCode, signal, lost }) => this.#ended(signal === 0 && !lost ? exitCode : null));
  }

  get state(): TerminalState {
    return { takenOver: true, paused: this.#held, bytes: this.#bytes, lines: this.#lines, size: { cols: this.cols, rows: this.rows } };
  }

  snapshot(): { readonly data: string; readonly offset: number } {
    const { text, offset } = this.#recent.read();
    return { data: text, offset };
  }

  write(data: string): void {
    if (this.endedAt === null) this.#pty.write(data);
  }

  /** The smallest of the windows that show it counts, so that each shows all of it. */
  resize(cols: number, rows: number, viewer: string): void {
    this.#sizes.set(viewer, { cols, rows });
    this.#fit();
  }

  /** A window shows it no longer. */
  leave(viewer: string): void {
    this.flow.detach(viewer);
    if (this.#sizes.delete(viewer)) this.#fit();
  }

  /** Like closing a terminal: its programs get SIGHUP, and SIGKILL if they don't end. */
  hangUp(): void {
    if (this.endedAt !== null || this.#killTimer) return;
    signalGroup(this.#pty.pid, 'SIGHUP');
    signalGroup(this.#pty.pid, 'SIGCONT');
    this.#killTimer = setTimeout(() => this.kill(), HANG_UP_GRACE_MS).unref();
  }

  kill(): void {
    if (this.endedAt !== null) return;
    signalGroup(this.#pty.pid, 'SIGKILL');
    this.#pty.expectExit();
  }

  #fit(): void {
    const sizes = [...this.#sizes.values()];
    // The last size stays where no window is left.
    if (this.endedAt !== null || sizes.length === 0) return;
    const cols = Math.min(...sizes.map((size) => size.cols));
    const rows = Math.min(...sizes.map((size) => size.rows));
    if (cols === this.cols && rows === this.rows) return;
    this.cols = cols;
    this.rows = rows;
    this.#pty.resize(cols, rows);
    this.#launch.onState(this.state);
  }

  #receive(bytes: Buffer): void {
    this.#bytes += bytes.length;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) this.#lines += 1;
    const text = this.#decoder.write(bytes);
    if (text !== '') {
      const offset = this.#recent.total;
      this.#recent.push(text);
      if (this.flow.watched) this.#launch.onData(offset, text);
      this.flow.sent(this.#recent.total);
    }
    this.#stateTimer ??= setTimeout(() => {
      this.#stateTimer = undefined;
      this.#launch.onState(this.state);
    }, STATE_EVERY_MS).unref();
  }

  #ended(exitCode: number | null): void {
    this.exitCode = exitCode;
    this.endedAt = Date.now();
    clearTimeout(this.#stateTimer);
    clearTimeout(this.#killTimer);
    this.flow.dispose();
    this.#launch.onExit();
  }
}

/** The person's login shell; bash if it is unknown or can't be run. */
function usersShell(env: Readonly<Record<string, string | undefined>>): string {
  const shell = readVariable(env, 'SHELL') ?? '';
  try {
    if (isAbsolute(shell)) {
      accessSync(shell, constants.X_OK);
      return shell;
    }
  } catch {
    // Falls back to bash.
  }
  return findBash(env);
}

/** Variables that describe the terminal Gatehouse was started from. */
const OUTER = /^(?:COLUMNS|LINES|TERMCAP|TMUX|TMUX_PANE|STY|WINDOWID|OLDPWD|TERM_PROGRAM|TERM_PROGRAM_VERSION)$/;

function shellVariables(env: Readonly<Record<string, string | undefined>>, shell: string): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined || OUTER.test(name) ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(kept), SHELL: shell, TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'gatehouse' };
}
