import { type ParentPort, parentPort } from '#main/tool/parent-port.ts';
import type { PtyHostNotice, PtyHostOrder } from './pty-host-message.ts';

/** The connection of the process that holds terminals to the engine. It ends with the engine. */
export interface EngineChannel {
  onOrders(listener: (orders: readonly PtyHostOrder[]) => void): void;
  /** `sent` is called when more can be sent without filling memory. */
  send(notices: readonly PtyHostNotice[], sent: () => void): void;
}

/** The port of a utility process of Electron, or the message channel of a forked one. */
export function engineChannel(): EngineChannel {
  const port = parentPort();
  return port === undefined ? channelOfFork() : channelOfPort(port);
}

function channelOfFork(): EngineChannel {
  process.on('disconnect', () => process.exit());
  return {
    onOrders: (listener) => void process.on('message', listener),
    send: (notices, sent) => {
      if (process.connected) process.send?.(notices, undefined, undefined, sent);
    },
  };
}

/** A port doesn't say when it has sent a message, so the engine answers each. */
function channelOfPort(port: ParentPort): EngineChannel {
  const unanswered: (() => void)[] = [];
  return {
    onOrders: (listener) =>
      port.on('message', ({ data }) => {
        // Orders come from the engine alone, whose version is this one's.
        const orders = data as readonly PtyHostOrder[];
        for (const order of orders) if (order.type === 'received') unanswered.shift()?.();
        listener(orders);
      }),
    send: (notices, sent) => {
      unanswered.push(sent);
      port.postMessage(notices);
    },
  };
}
