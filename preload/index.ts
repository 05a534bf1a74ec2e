import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import type { Bridge, PushMessage, ResponseMessage } from '#shared/contract/message.ts';

// Literals, not imports: this file shares no code with main.
const REQUEST = 'gatehouse:request';
const PUSH = 'gatehouse:push';
const ACK = 'gatehouse:ack';
const CONNECTION = 'gatehouse:connection';

/** Whether main reaches the engine. */
let connected = true;
const connectionListeners = new Set<(connected: boolean) => void>();

/** Everything exposed to the page: one request function and one subscription. Main checks both. No `ipcRenderer`, no event objects. */
const bridge: Bridge = {
  request: (message) => ipcRenderer.invoke(REQUEST, message) as Promise<ResponseMessage>,
  onPush(listener) {
    const onBatch = (_event: IpcRendererEvent, messages: readonly PushMessage[]): void => {
      for (const message of messages) listener(message);
    };
    ipcRenderer.on(PUSH, onBatch);
    return () => void ipcRenderer.off(PUSH, onBatch);
  },
  onConnection(listener) {
    connectionListeners.add(listener);
    listener(connected);
    return () => void connectionListeners.delete(listener);
  },
  pathForFile: (file) => {
    try {
      return webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]) || null;
    } catch {
      // Not a file from the disk.
      return null;
    }
  },
};

// Main waits for these when a window falls behind.
ipcRenderer.on(PUSH, () => ipcRenderer.send(ACK));
ipcRenderer.on(CONNECTION, (_event, now: boolean) => {
  connected = now;
  for (const listener of connectionListeners) listener(now);
});
contextBridge.exposeInMainWorld('gatehouse', Object.freeze(bridge));
