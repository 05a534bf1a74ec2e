import { type ForkOptions, utilityProcess } from 'electron';
import type { ProcessPort } from '../engine-process/process-port.ts';

/** Starts a program of the app as a utility process: a packaged Electron can't be started as Node. */
export function startUtility(program: string, options: ForkOptions): ProcessPort {
  const child = utilityProcess.fork(program, [], options);
  return {
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', () => listener()),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Electron, which has no origin
    send: (message) => child.postMessage(message),
    kill: () => killNow(child.pid),
  };
}

/** `UtilityProcess.kill` asks a process to end, which a suspended one never does. */
function killNow(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
