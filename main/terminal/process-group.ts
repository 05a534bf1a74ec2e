import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

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

/** Looks for what a command started; one that finds nothing new is the last. */
const MAX_LOOKS = 5;
const BETWEEN_LOOKS_MS = 5;

/**
 * Signals what a command started and its group doesn't hold: jobs with groups of their own, daemons. Found, on Linux, by the mark
 * in their environment; `mark` is the value or its start. Elsewhere there is no such look at other processes.
 */
export async function signalMarked(mark: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== 'linux') return;
  const signalled = new Set<number>();
  let before: readonly number[] = [];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const { marked, unclear } = await findMarked(mark);
    const fresh = marked.filter((pid) => !signalled.has(pid));
    for (const pid of fresh) {
      send(pid, signal);
      signalled.add(pid);
    }
    // What was just being started may have escaped; what is still unclear at the next look simply has no environment.
    if (fresh.length === 0 && unclear.every((pid) => before.includes(pid))) return;
    before = unclear;
    await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** `unclear`: programs that seem to have no environment, as one that is just turning into another. */
async function findMarked(mark: string): Promise<{ readonly marked: readonly number[]; readonly unclear: readonly number[] }> {
  const wanted = `\0${TERMINAL_MARK}=${mark}`;
  const marked: number[] = [];
  const unclear: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Other users' processes can't be read, and aren't ours.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => undefined);
    if (environment === undefined) continue;
    if (`\0${environment}`.includes(wanted)) marked.push(pid);
    else if (environment === '' && (await isProgram(name))) unclear.push(pid);
  }
  return { marked, unclear };
}

/** Neither a part of the kernel nor ended. */
async function isProgram(pid: string): Promise<boolean> {
  return readlink(`/proc/${pid}/exe`).then(
    () => true,
    () => false,
  );
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
