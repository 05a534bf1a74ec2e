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
/** Looks at what is just turning into another program, which on a busy machine or a slow disk takes its time. */
const MAX_WAITS = 40;

/**
 * Signals what a command started and its group doesn't hold: jobs with groups of their own, daemons. Found, on Linux, by the mark
 * in their environment; `mark` is the value or its start. Elsewhere there is no such look at other processes.
 */
export async function signalMarked(mark: string, signal: NodeJS.Signals, proc = '/proc'): Promise<void> {
  if (process.platform !== 'linux') return;
  const signalled = new Set<number>();
  for (let looks = 0, waits = 0; looks < MAX_LOOKS && waits < MAX_WAITS;) {
    const { marked, isUnclear } = await findMarked(mark, proc);
    const fresh = marked.filter((pid) => !signalled.has(pid));
    for (const pid of fresh) {
      send(pid, signal);
      signalled.add(pid);
    }
    // What was just being started may have escaped.
    if (fresh.length > 0) looks += 1;
    else if (isUnclear) waits += 1;
    else return;
    await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** `isUnclear`: some process is just turning into another program, and only then has an environment again. */
async function findMarked(mark: string, proc: string): Promise<{ readonly marked: readonly number[]; readonly isUnclear: boolean }> {
  const wanted = `\0${TERMINAL_MARK}=${mark}`;
  const marked: number[] = [];
  let isUnclear = false;
  // The system has no `/proc`.
  for (const name of await readdir(proc).catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Other users' processes can't be read, and aren't ours.
    const environment = await environmentOf(`${proc}/${name}`);
    if (environment === 'unclear') isUnclear = true;
    else if (`\0${environment}`.includes(wanted)) marked.push(pid);
  }
  return { marked, isUnclear };
}

/** A program gets its arguments and its environment at once: one that has neither yet is unclear, one with arguments alone has none. */
async function environmentOf(process: string): Promise<string> {
  const environment = await textOf(`${process}/environ`);
  if (environment !== '' || !(await isProgram(process))) return environment;
  if ((await textOf(`${process}/cmdline`)) === '') return 'unclear';
  // It may have got both since it was asked.
  return textOf(`${process}/environ`);
}

function textOf(file: string): Promise<string> {
  // It has ended, or isn't ours.
  return readFile(file, 'latin1').catch(() => '');
}

/** Neither a part of the kernel nor ended. */
async function isProgram(process: string): Promise<boolean> {
  return readlink(`${process}/exe`).then(
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
