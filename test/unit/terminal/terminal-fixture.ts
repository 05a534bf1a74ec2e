import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { Place } from '#main/terminal/place/place.ts';
import type { PtySpawner } from '#main/terminal/pty/pty.ts';
import { createTerminalService, type TerminalHub } from '#main/terminal/terminal-service.ts';
import type { CommandResult, RunCommand, TerminalService } from '#main/tool/services/tool-services.ts';

export interface Frame {
  readonly terminalId: string;
  readonly offset: number;
  readonly data: string;
}

/** Shared by the test files of a process, so none of them may dispose it. */
export const ptyHost = new PtyHost();

/** A terminal service with its own session folder and working folder. */
export class TerminalFixture {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'terminal-')));
  readonly cwd = path.join(this.root, 'work');
  readonly sessionDir: string;
  readonly frames: Frame[] = [];
  readonly service: TerminalService & TerminalHub;
  /** Called on each frame after it is stored. */
  onFrame: ((frame: Frame) => void) | undefined;

  constructor(
    env: Record<string, string | undefined> = process.env,
    sessionName = 'session',
    ptys: PtySpawner = ptyHost,
    place?: (fixture: Pick<TerminalFixture, 'root' | 'cwd' | 'sessionDir'>) => Promise<Place>,
  ) {
    this.sessionDir = path.join(this.root, sessionName);
    mkdirSync(this.cwd);
    this.service = createTerminalService({
      sessionDir: this.sessionDir,
      ptys,
      env: () => env,
      place: place && (() => place(this)),
      onData: (terminalId, offset, data) => {
        const frame = { terminalId, offset, data };
        this.frames.push(frame);
        this.onFrame?.(frame);
      },
    });
  }

  run(command: string, options: Partial<RunCommand> = {}): Promise<CommandResult> {
    return this.service.run({
      command,
      cwd: this.cwd,
      timeoutMs: 100_000,
      noInput: true,
      signal: new AbortController().signal,
      ...options,
    });
  }

  /** Starts a command and attaches a window as soon as its terminal is open. */
  async watched(command: string, options: Partial<RunCommand> = {}): Promise<{ terminalId: string; finished: Promise<CommandResult> }> {
    const opened = Promise.withResolvers<string>();
    const finished = this.run(command, {
      ...options,
      onOpen: ({ terminalId }) => {
        // Output before the window attached is its first frame here.
        const { data, offset } = this.service.open(terminalId);
        if (data !== '') this.frames.push({ terminalId, offset, data });
        opened.resolve(terminalId);
      },
    });
    finished.catch(opened.reject);
    return { terminalId: await opened.promise, finished };
  }

  /** Resolves once the text shown in the window contains `text`. */
  async shown(text: string): Promise<void> {
    const seen = (): boolean =>
      this.frames
        .map((frame) => frame.data)
        .join('')
        .includes(text);
    if (seen()) return;
    await new Promise<void>((resolve) => {
      this.onFrame = () => {
        if (seen()) resolve();
      };
    });
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}
