import { setTimeout } from 'node:timers/promises';
import { readVariable } from '#main/environment.ts';
import { signalByEnvironment, TERMINAL_MARK } from './process-group.ts';

/** How long a session that is being opened waits for the search. On a busy machine it continues after that. */
const MAX_WAIT_MS = 5_000;
const MARK = new RegExp(`(?:^|\\0)${TERMINAL_MARK}=[0-9a-f]{16}-([0-9a-f]{12})(?=\\0|$)`, 'u');

/**
 * Ends processes of these terminals that were left running when Gatehouse was killed. Linux only: they are found by the mark in their
 * environment, which contains the terminal's id. Those that can't be read are left alone. Never throws.
 */
export async function endLeftBehind(terminalIds: readonly string[]): Promise<void> {
  const wanted = new Set(terminalIds);
  // Gatehouse was started by such a command and would end itself.
  wanted.delete(terminalOf(`${TERMINAL_MARK}=${readVariable(process.env, TERMINAL_MARK) ?? ''}`));
  if (wanted.size === 0) return;
  const waiting = new AbortController();
  const search = signalByEnvironment((environment) => wanted.has(terminalOf(environment)), 'SIGKILL').finally(() => waiting.abort());
  // Aborted as soon as the search ends.
  const limit = setTimeout(MAX_WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
  await Promise.race([search, limit]);
}

/** ID of the terminal that a process with this environment was started in; empty for any other. */
function terminalOf(environment: string): string {
  return MARK.exec(environment)?.[1] ?? '';
}
