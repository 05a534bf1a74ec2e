/**
 * The cost of a pseudo-terminal for a command that does nothing, compared with a shell on pipes; 100 MB of output, compared with a bare
 * pseudo-terminal, and the memory it takes.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn as spawnPty } from 'node-pty';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import { measure, printTable } from './measure.ts';
import { printGoals } from './support/goal-table.ts';
import { measureInTurns } from './support/measure-in-turns.ts';

const ROUNDS = 9;
const MB = 1024 * 1024;
/** Lines as programs print them, without a program that takes long to make them. */
const PRINT_100_MB = "yes 'a line of output, as long as most lines of a build' | head -c 100000000";
/** The replay of the window, the text for the model, and what is on its way. */
const MAX_GROWTH_MB = 200;

const sessionDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const ptyHost = new PtyHost();
const terminals = createTerminalService({ sessionDir, ptys: ptyHost, env: () => process.env });

function bare(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

function barePty(): Promise<void> {
  return new Promise((resolve) => {
    const pty = spawnPty('bash', ['-c', PRINT_100_MB], { cols: 80, rows: 24 });
    pty.onData(() => undefined);
    pty.onExit(() => resolve());
  });
}

/** Megabytes of resident memory at the highest, sampled. */
class PeakMemory implements Disposable {
  readonly #before = process.memoryUsage.rss();
  readonly #timer = setInterval(() => this.#sample(), 20);
  #peak = this.#before;

  get growth(): number {
    this.#sample();
    return (this.#peak - this.#before) / MB;
  }

  #sample(): void {
    this.#peak = Math.max(this.#peak, process.memoryUsage.rss());
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function inTerminal(command = 'true'): Promise<unknown> {
  return terminals.run({ command, cwd: sessionDir, timeoutMs: 120_000, noInput: true, signal: new AbortController().signal });
}

try {
  printTable('The command `true`', [
    await measure('bash -c true, pipes', 100, bare),
    await measure('terminal service', 100, () => inTerminal()),
  ]);
  using memory = new PeakMemory();
  const much = await measureInTurns(ROUNDS, { barePty, service: () => inTerminal(PRINT_100_MB) });
  printGoals('100 MB of output', [
    { name: 'terminal service, ms', figure: much.service, goal: 1.5 * much.barePty, baselines: { 'bare pseudo-terminal': much.barePty } },
    { name: 'growth of memory, MB', figure: memory.growth, goal: MAX_GROWTH_MB, baselines: {} },
  ]);
} finally {
  await terminals.dispose();
  ptyHost.dispose();
  rmSync(sessionDir, { recursive: true, force: true });
}
