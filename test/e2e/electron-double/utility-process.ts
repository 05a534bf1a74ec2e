import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { note } from './double.ts';

/** A forked Node process whose `process.parentPort` is that of a utility process. */
export const utilityProcess = {
  fork(
    modulePath: string,
    args: readonly string[],
    { env, cwd, stdio }: { env?: Record<string, string>; cwd?: string; stdio: 'ignore' | 'inherit' },
  ): EventEmitter {
    const child = fork(modulePath, [...args], {
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
      execArgv: ['--import', new URL('./parent-port.mjs', import.meta.url).href],
      serialization: 'advanced',
      stdio: ['ignore', stdio, stdio, 'ipc'],
    });
    const utility = Object.assign(new EventEmitter(), {
      pid: child.pid,
      postMessage: (message: unknown) => void (child.connected && child.send(message as object, () => {})),
    });
    note('utilityProcess', { modulePath, pid: child.pid });
    // Electron's ports carry no Buffers.
    child.on('message', (message) => utility.emit('message', structuredClone(message)));
    child.on('exit', (code) => utility.emit('exit', code));
    return utility;
  },
};
