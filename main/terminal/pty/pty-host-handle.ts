import type { ChildProcess } from 'node:child_process';
import type { PtyHostOrder } from './pty-host-message.ts';

/** The engine's side of the process that holds terminals: forked from Node, or a utility process of Electron. */
export interface PtyHostHandle {
  /** Unparsed: the process may be of another version. */
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener when the process ends or can't be reached, possibly more than once. */
  onEnd(listener: () => void): void;
  send(orders: readonly PtyHostOrder[]): void;
  kill(): void;
  /** Whether this process stays alive for messages of the other. */
  hold(isHeld: boolean): void;
}

/** @param child forked, with a message channel. */
export function handleOfChild(child: ChildProcess): PtyHostHandle {
  child.unref();
  child.channel?.unref();
  return {
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      for (const end of ['error', 'exit', 'disconnect']) child.once(end, listener);
    },
    send: (orders) => {
      if (child.connected) child.send([...orders], () => undefined);
    },
    kill: () => void child.kill('SIGKILL'),
    hold: (isHeld) => {
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

/** A port of Electron, which does not say when a message has arrived. */
export interface PortOfProcess {
  onMessage(listener: (message: unknown) => void): void;
  onEnd(listener: () => void): void;
  send(message: unknown): void;
  kill(): void;
}

/** @param port leads to a utility process. Each of its messages is answered, for its back-pressure. */
export function handleOfPort(port: PortOfProcess): PtyHostHandle {
  return {
    onMessage: (listener) =>
      port.onMessage((message) => {
        port.send([{ type: 'received' }]);
        listener(message);
      }),
    onEnd: (listener) => port.onEnd(listener),
    send: (orders) => port.send(orders),
    kill: () => port.kill(),
    // Not needed: the app stays alive as long as it runs.
    hold: () => undefined,
  };
}
