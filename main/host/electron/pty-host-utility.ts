import { utilityProcess } from 'electron';
import type { PtyHostHandle } from '#main/terminal/pty/pty-host-handle.ts';
import { PTY_HOST_PROGRAM, ptyHostEnvironment } from '#main/terminal/pty/pty-host.ts';

/** Starts the process that holds terminals as a utility process: a packaged Electron can't be started as Node. */
export function startPtyHostUtility(): PtyHostHandle {
  const child = utilityProcess.fork(PTY_HOST_PROGRAM, [], {
    serviceName: 'Gatehouse terminals',
    env: ptyHostEnvironment(),
    execArgv: ['--max-semi-space-size=1'],
    // The engine’s working directory may have been removed.
    cwd: '/',
    stdio: 'ignore',
  });
  return {
    onMessage: (listener) =>
      void child.on('message', (message: unknown) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Electron, which has no origin
        child.postMessage([{ type: 'received' }]);
        listener(message);
      }),
    onEnd: (listener) => void child.once('exit', listener),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
    send: (orders) => child.postMessage(orders),
    kill: () => killNow(child.pid),
    // Not needed: Electron stays alive as long as the app runs.
    hold: () => undefined,
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
