import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { errorCode } from '#shared/error-code.ts';

/** Every process a command starts inherits this variable, whatever group or session it moves to. */
export const TERMINAL_MARK = 'GATEHOUSE_TERMINAL';

/** Signals a group leader and its group. A process that was just started may not lead its group yet. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals): void {
  if (!send(-leaderPid, signal)) send(leaderPid, signal);
}

export function groupIsAlive(leaderPid: number): boolean {
  return send(-leaderPid, 0);
}

export function processIsAlive(pid: number): boolean {
  return send(pid, 0);
}

/** Limit on searches for a command's processes; the search ends when nothing new is found. */
const MAX_LOOKS = 5;
const BETWEEN_LOOKS_MS = 5;
/** Limit on checks of processes that are executing another program, which takes time on a busy machine. */
const MAX_WAITS = 40;
/** Enough to keep all threads busy that Node has for files. */
const READS_AT_ONCE = 16;

/**
 * Signals processes of a command that left its group (jobs with their own group, daemons). Linux only: they are found by the mark in
 * their environment. `mark`: the value or its start.
 */
export function signalMarked(mark: string, signal: NodeJS.Signals, proc = '/proc'): Promise<void> {
  const wanted = `\0${TERMINAL_MARK}=${mark}`;
  return signalByEnvironment((environment) => `\0${environment}`.includes(wanted), signal, proc);
}

/** Signals this user's processes whose environment matches (`NAME=value`, separated by `\0`). Linux only. Never throws. */
export async function signalByEnvironment(
  matches: (environment: string) => boolean,
  signal: NodeJS.Signals,
  proc = '/proc',
): Promise<void> {
  if (process.platform !== 'linux') return;
  const signalled = new Set<number>();
  for (let looks = 0, waits = 0; looks < MAX_LOOKS && waits < MAX_WAITS;) {
    const { found, isUnclear } = await findByEnvironment(matches, proc);
    const fresh = found.filter((pid) => !signalled.has(pid));
    for (const pid of fresh) {
      send(pid, signal);
      signalled.add(pid);
    }
    // Processes that were just being started may have been missed.
    if (fresh.length > 0) looks += 1;
    else if (isUnclear) waits += 1;
    else return;
    await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** `isUnclear`: some process is executing another program and has no environment at the moment. */
async function findByEnvironment(
  matches: (environment: string) => boolean,
  proc: string,
): Promise<{ readonly found: readonly number[]; readonly isUnclear: boolean }> {
  // The system has no `/proc`.
  const names = await readdir(proc).catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found = await pLimit(READS_AT_ONCE).map(pids, async (pid) => {
    // Other users' processes can't be read, and aren't ours.
    const environment = await environmentOf(`${proc}/${pid}`);
    if (environment === 'unclear') return 'unclear';
    return matches(environment) ? pid : undefined;
  });
  return { found: found.filter((pid) => typeof pid === 'number'), isUnclear: found.includes('unclear') };
}

/** A program gets its arguments and environment at the same time: one with neither is unclear, one with only arguments has no environment. */
async function environmentOf(process: string): Promise<string> {
  const environment = await textOf(`${process}/environ`);
  if (environment !== '' || !(await isProgram(process))) return environment;
  if ((await textOf(`${process}/cmdline`)) === '') return 'unclear';
  // It may have got both since they were read.
  return textOf(`${process}/environ`);
}

function textOf(file: string): Promise<string> {
  // It has ended, or isn't ours.
  return readFile(file, 'latin1').catch(() => '');
}

/** Neither a kernel thread nor a zombie. */
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
    // EPERM: it exists, but belongs to another user.
    return errorCode(error) === 'EPERM';
  }
}
