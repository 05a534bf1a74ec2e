import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { forkProcess } from '#main/tool/start-process.ts';
import { HostedPtys } from './hosted-ptys.ts';
import { localPtys } from './local-pty.ts';
import { handleOfChild, type PtyHostHandle } from './pty-host-handle.ts';
import type { Pty, PtyLaunch, PtySpawner } from './pty.ts';

/** The process ends after this time without use; the next terminal starts another. */
const IDLE_MS = 5 * 60_000;

/** Limit on failed starts in a row, since each delays a terminal. */
const MAX_FAILED_STARTS = 3;

/** Beside the bundle, or its source when running from source. */
export const PTY_HOST_PROGRAM = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'pty-host-process.ts')
  : join(appRoot, 'out/main/pty-host-process.js');

const KEPT_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** The environment of the process: only the dynamic linker's paths, for a Node with its own libraries. */
export function ptyHostEnvironment(): Record<string, string> {
  return Object.fromEntries(
    KEPT_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A process that only holds pseudo-terminals. To start a program, the system copies the page tables of the starting process, which then
 * faults on each page it writes to: this blocks an engine of 200 MB for 3 to 8 ms, a small process for less than one. Also, hooks, searches
 * and MCP servers inherit no terminals from the engine: node-pty’s ends stay open across `exec`.
 *
 * If no such process can be started, the engine itself holds the terminal, and the next terminal tries again.
 */
export class PtyHost implements PtySpawner {
  #ptys: HostedPtys | undefined;
  /** In a row. */
  #failedStarts = 0;
  #isDisposed = false;
  #idle: NodeJS.Timeout | undefined;
  readonly #start: () => PtyHostHandle;

  /** `start` creates the process. */
  constructor(start = forkPtyHost) {
    this.#start = start;
  }

  /** Starts the process, since a terminal is likely to be needed soon. */
  warmUp(): void {
    if (this.#isWorthStarting && !this.#isDisposed) this.#current();
  }

  async spawn(launch: PtyLaunch): Promise<Pty> {
    this.#assertOpen();
    if (this.#isWorthStarting) {
      const pty = await this.#current().spawn(launch);
      if (pty) return pty;
      this.#assertOpen();
    }
    return localPtys.spawn(launch);
  }

  /** Ends the process and everything that runs in its terminals. */
  dispose(): void {
    this.#isDisposed = true;
    this.#end();
  }

  get #isWorthStarting(): boolean {
    return this.#failedStarts < MAX_FAILED_STARTS;
  }

  #assertOpen(): void {
    if (this.#isDisposed) throw new Error('Gatehouse is closing');
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#ptys?.end();
    this.#ptys = undefined;
  }

  #current(): HostedPtys {
    if (this.#ptys?.hasEnded === false) return this.#ptys;
    const ptys = new HostedPtys(this.#start(), {
      onUse: (isUsed) => {
        if (this.#ptys === ptys) this.#restUnless(isUsed);
      },
      onEnd: (wasReady) => (this.#failedStarts = wasReady ? 0 : this.#failedStarts + 1),
    });
    this.#ptys = ptys;
    this.#restUnless(false);
    return ptys;
  }

  #restUnless(isUsed: boolean): void {
    clearTimeout(this.#idle);
    if (!isUsed) this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }
}

function forkPtyHost(): PtyHostHandle {
  return handleOfChild(
    forkProcess(PTY_HOST_PROGRAM, {
      // The engine’s working directory may have been removed.
      cwd: '/',
      env: ptyHostEnvironment(),
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
      // Ctrl-C in Gatehouse's terminal must only reach Gatehouse, which then ends its commands.
      detached: true,
    }),
  );
}
