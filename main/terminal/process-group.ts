import { readdir, readFile } from 'node:fs/promises';

/** Every process a command starts inherits this variable, whatever group or session it moves to. */
export const TERMINAL_MARK = 'GATEHOUSE_TERMINAL';

/** Signals a process that leads a group, and the group. A process just started may not lead its group yet. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals): void {
  if (!send(-leaderPid, signal)) send(leaderPid, signal);
}

export function groupIsAlive(leaderPid: number): boolean {
  return send(-leaderPid, 0);
}

export function processIsAlive(pid: number): boolean {
  return send(pid, 0);
}

/**
 * Signals what a command started and its group doesn't hold: jobs with groups of their own, daemons. Found, on Linux, by the mark
 * in their environment; `mark` is the value or its start. Elsewhere there is no such look at other processes.
 */
export async function signalMarked(mark: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== 'linux') return;
  const names = await readdir('/proc').catch(() => []);
  const wanted = `\0${TERMINAL_MARK}=${mark}`;
  for (const name of names) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Other users' processes can't be read, and aren't ours.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (`\0${environment}`.includes(wanted)) send(pid, signal);
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // EPERM: it lives but isn't ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
