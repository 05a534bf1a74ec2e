import { parentPort } from '#main/tool/parent-port.ts';
import type { EngineNotice, EngineOrder } from './engine-message.ts';

/** The engine's connection to main, which has started this process. */
export interface MainPort {
  onOrder(listener: (order: EngineOrder) => void): void;
  send(notice: EngineNotice): void;
}

/** The port of a utility process of Electron, or the message channel of a forked one, which ends with the process that forked it. */
export function mainPort(): MainPort {
  const port = parentPort();
  if (port)
    return {
      // Orders come from main alone, whose version is this one's.
      onOrder: (listener) => port.on('message', ({ data }) => listener(data as EngineOrder)),
      send: (notice) => port.postMessage(notice),
    };
  process.on('disconnect', () => process.exit());
  return {
    onOrder: (listener) => void process.on('message', listener),
    send: (notice) => {
      if (process.connected) process.send?.(notice);
    },
  };
}
