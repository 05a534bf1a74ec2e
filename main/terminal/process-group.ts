import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process group and, where the system lets us look, to every other process of its session. */
export function signalSession(leaderPid: number, signal: NodeJS.Signals): void {
  send(-leaderPid, signal);
  for (const pid of sessionMembers(leaderPid)) send(pid, signal);
}

export function groupIsAlive(leaderPid: number): boolean {
  return send(-leaderPid, 0);
}

export function processIsAlive(pid: number): boolean {
  return send(pid, 0);
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

/** Job control gives background jobs groups of their own; on Linux `/proc` still names their session. */
function sessionMembers(leaderPid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // "pid (name) state ppid pgrp session …": the name may hold spaces and brackets.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[3]) === leaderPid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
