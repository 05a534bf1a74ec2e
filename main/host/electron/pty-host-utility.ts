import { handleOfPort, type PtyHostHandle } from '#main/terminal/pty/pty-host-handle.ts';
import { PTY_HOST_PROGRAM, ptyHostEnvironment } from '#main/terminal/pty/pty-host.ts';
import type { ProcessPort } from '../engine-process/process-port.ts';
import { startUtility } from './utility.ts';

/** Starts the process that holds the terminals of an engine in another process. */
export function ptyHostUtility(): ProcessPort {
  return startUtility(PTY_HOST_PROGRAM, {
    serviceName: 'Gatehouse terminals',
    env: ptyHostEnvironment(),
    execArgv: ['--max-semi-space-size=1'],
    // The engine’s working directory may have been removed.
    cwd: '/',
    stdio: 'ignore',
  });
}

/** The same for an engine in this process. */
export function startPtyHostUtility(): PtyHostHandle {
  return handleOfPort(ptyHostUtility());
}
