/** The cost of a pseudo-terminal for a command that does nothing, compared with a shell on pipes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import { measure, printTable } from './measure.ts';

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

function inTerminal(): Promise<unknown> {
  return terminals.run({ command: 'true', cwd: sessionDir, timeoutMs: 10_000, noInput: true, signal: new AbortController().signal });
}

try {
  printTable('The command `true`', [await measure('bash -c true, pipes', 100, bare), await measure('terminal service', 100, inTerminal)]);
} finally {
  await terminals.dispose();
  ptyHost.dispose();
  rmSync(sessionDir, { recursive: true, force: true });
}
