import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTerminalService, type TerminalHub } from '#main/terminal/terminal-service.ts';
import type { CommandResult, RunCommand, TerminalService } from '#main/tool/services.ts';

export interface Frame {
  readonly terminalId: string;
  readonly offset: number;
  readonly data: string;
}

/** A terminal service with a session folder and a working folder of its own. */
export class TerminalFixture {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'terminal-')));
  readonly cwd = path.join(this.root, 'work');
  readonly sessionDir: string;
  readonly frames: Frame[] = [];
  readonly service: TerminalService & TerminalHub;
  /** Called on each frame, after it is kept. */
  onFrame: ((frame: Frame) => void) | undefined;

  constructor(env: Record<string, string | undefined> = process.env, sessionName = 'session') {
    this.sessionDir = path.join(this.root, sessionName);
    mkdirSync(this.cwd);
    this.service = createTerminalService({
      sessionDir: this.sessionDir,
      env: () => env,
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
        this.service.open(terminalId);
        opened.resolve(terminalId);
      },
    });
    return { terminalId: await opened.promise, finished };
  }

  /** Resolves once what was shown to the window contains `text`. */
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

/** Waits until a process is gone, or only waits to be collected by a parent that never does. */
export async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
