import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import type { ShellRow } from '#shared/contract/commands/terminal-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { PtySpawner } from './pty/pty.ts';
import type { OpenedTerminal } from './terminal-service.ts';
import { UserShell } from './user-shell.ts';

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

export const MAX_SHELLS = 12;

export interface UserShellsOptions {
  readonly ptys: PtySpawner;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onData: (terminalId: string, offset: number, data: string) => void;
  readonly onState: (terminalId: string, state: TerminalState) => void;
  /** Called when a shell was opened, ended or closed. */
  readonly onChange: () => void;
}

/** The shells that a person opened beside a session. They end with the session; its agent and tools have no access to them. */
export class UserShells {
  readonly #options: UserShellsOptions;
  readonly #shells = new Map<string, UserShell>();
  #starting = 0;
  #isDisposed = false;

  constructor(options: UserShellsOptions) {
    this.#options = options;
  }

  has(terminalId: string): boolean {
    return this.#shells.has(terminalId);
  }

  list(): ShellRow[] {
    return [...this.#shells].map(([terminalId, { title, startedAt, endedAt, exitCode }]) => ({
      terminalId,
      title,
      startedAt,
      endedAt,
      exitCode,
    }));
  }

  /** @throws AppError `unavailable` when the shell can't be started, `conflict` when there are too many. */
  async start(): Promise<string> {
    if (this.#shells.size + this.#starting >= MAX_SHELLS)
      throw new AppError('conflict', `There are ${MAX_SHELLS} shells open. Close one first.`);
    const terminalId = randomBytes(6).toString('hex');
    const { ptys, projectDir, env, onData, onState, onChange } = this.#options;
    this.#starting += 1;
    try {
      const shell = await UserShell.start({
        ptys,
        cwd: projectDir,
        env,
        onData: (offset, data) => onData(terminalId, offset, data),
        onState: (state) => onState(terminalId, state),
        onExit: onChange,
      });
      this.#shells.set(terminalId, shell);
      // The session was closed meanwhile.
      if (this.#isDisposed) this.dispose();
    } catch (cause) {
      const why = errorMessage(cause);
      throw new AppError('unavailable', `Your shell could not be started: ${why}`, { cause });
    } finally {
      this.#starting -= 1;
    }
    onChange();
    return terminalId;
  }

  open(terminalId: string, viewer: string): OpenedTerminal {
    const shell = this.#get(terminalId);
    const live = shell.endedAt === null;
    if (live) shell.flow.attach(viewer);
    const { cols, rows, exitCode } = shell;
    return { ...shell.snapshot(), cols, rows, live, exitCode, state: live ? shell.state : null };
  }

  close(terminalId: string, viewer: string): void {
    this.#shells.get(terminalId)?.leave(viewer);
  }

  detach(viewer: string): void {
    for (const shell of this.#shells.values()) shell.leave(viewer);
  }

  ack(terminalId: string, offset: number, viewer: string): void {
    this.#shells.get(terminalId)?.flow.acknowledge(viewer, offset);
  }

  write(terminalId: string, data: string): void {
    const shell = this.#get(terminalId);
    if (shell.endedAt !== null) throw new AppError('conflict', 'This shell has ended; it takes no more input.');
    shell.write(data);
  }

  /** @returns the size that the shell has now. */
  resize(terminalId: string, { cols, rows }: TerminalSize, viewer: string): TerminalSize {
    const shell = this.#get(terminalId);
    shell.resize(cols, rows, viewer);
    return { cols: shell.cols, rows: shell.rows };
  }

  /** Ends a running shell, or removes an ended one from the list. */
  end(terminalId: string): void {
    const shell = this.#get(terminalId);
    if (shell.endedAt === null) return shell.hangUp();
    this.#shells.delete(terminalId);
    this.#options.onChange();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const shell of this.#shells.values()) {
      shell.hangUp();
      shell.kill();
    }
    this.#shells.clear();
  }

  #get(terminalId: string): UserShell {
    const shell = this.#shells.get(terminalId);
    if (!shell) throw new AppError('not_found', 'This shell no longer exists.');
    return shell;
  }
}
