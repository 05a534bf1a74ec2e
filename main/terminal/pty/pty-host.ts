import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { forkProcess } from '#main/tool/start-process.ts';
import { HostedPtys } from './hosted-ptys.ts';
import { localPtys } from './local-pty.ts';
import type { Pty, PtyLaunch, PtySpawner } from './pty.ts';

/** Unused for that long, the process ends; the next terminal starts another. */
const IDLE_MS = 5 * 60_000;

/** Starts that may fail one after the other: more aren't tried, since each keeps a terminal waiting. */
const MAX_FAILED_STARTS = 3;

/** Beside the bundle, or its source where the program runs from that. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'pty-host-process.ts')
  : join(appRoot, 'out/main/pty-host-process.js');

/** How the host is started: the dynamic linker's paths, for a Node that was installed with libraries of its own, and nothing else. */
const KEPT_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];

/**
 * A process whose only work is to hold pseudo-terminals. To start a program, the system copies the page tables of the one that starts it
 * and makes it fault on each page that it writes to next: for an engine of 200 MB that is 3 to 8 ms in which it stands still, for a small
 * process less than one, in another thread of the machine. And what hooks, searches and MCP servers inherit from the engine holds no terminal:
 * node-pty’s own ends stay open across `exec`.
 *
 * A terminal for which no such process could be started is held by this one, and the next terminal tries again.
 */
export class PtyHost implements PtySpawner {
  #ptys: HostedPtys | undefined;
  /** In a row. */
  #failedStarts = 0;
  #isDisposed = false;
  #idle: NodeJS.Timeout | undefined;
  readonly #start: () => ChildProcess;

  /** `start` makes the process, with a message channel. */
  constructor(start = startProcess) {
    this.#start = start;
  }

  /** A terminal is likely to be wanted soon. */
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

  /** Ends the process, and with it what runs in its terminals. */
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

function startProcess(): ChildProcess {
  const kept = KEPT_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return forkProcess(PROGRAM, {
    // The engine’s own folder may be gone.
    cwd: '/',
    env: { ...Object.fromEntries(kept), ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }) },
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
    // Ctrl-C where Gatehouse runs is for Gatehouse, which ends its commands in order.
    detached: true,
  });
}
