import { readVariable } from '#main/environment.ts';
import { open, readdir, stat } from 'node:fs/promises';
import { TERMINAL_MARK } from './process-group.ts';

/** Limit on how much of an environment is read; the mark is in the shell's environment, which is far smaller. */
const MAX_ENVIRONMENT_BYTES = 1024 * 1024;
/** A process may start another during the search. */
const MAX_LOOKS = 5;
/** Limit on the whole search, since the user waits for the session to open. */
const MAX_MS = 5_000;
const MARK = new RegExp(`(?:^|\\0)${TERMINAL_MARK}=[0-9a-f]{16}-([0-9a-f]{12})(?=\\0|$)`, 'u');

/**
 * Ends processes of these terminals that were left running when Gatehouse was killed. Linux only: they are found by the mark in their
 * environment, which contains the terminal's id. Only this user's processes; those that can't be read are left alone. Never throws.
 */
export async function endLeftBehind(terminalIds: readonly string[]): Promise<void> {
  const uid = process.getuid?.();
  const wanted = new Set(terminalIds);
  // Gatehouse was started by such a command and would end itself.
  wanted.delete(terminalOf(`${TERMINAL_MARK}=${readVariable(process.env, TERMINAL_MARK) ?? ''}`));
  if (process.platform !== 'linux' || uid === undefined || wanted.size === 0) return;
  const until = performance.now() + MAX_MS;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    let ended = 0;
    // The system has no `/proc`.
    for (const name of await readdir('/proc').catch(() => [])) {
      if (performance.now() > until) return;
      if (!/^[1-9]\d*$/u.test(name) || Number(name) === process.pid) continue;
      if (wanted.has(await markedTerminal(name, uid)) && end(Number(name))) ended += 1;
    }
    if (ended === 0) return;
  }
}

/** ID of the terminal that a process of this user was started in; empty for any other process. */
async function markedTerminal(name: string, uid: number): Promise<string> {
  try {
    // A folder in /proc belongs to the user the process runs as.
    if ((await stat(`/proc/${name}`)).uid !== uid) return '';
    return terminalOf(await readStart(`/proc/${name}/environ`));
  } catch {
    // It has ended, or isn't ours.
    return '';
  }
}

async function readStart(path: string): Promise<string> {
  await using file = await open(path);
  const chunks: Buffer[] = [];
  for (let length = 0; length < MAX_ENVIRONMENT_BYTES;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(64 * 1024));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks).toString('latin1');
}

function terminalOf(environment: string): string {
  return MARK.exec(environment)?.[1] ?? '';
}

function end(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It has ended by itself.
    return false;
  }
}
