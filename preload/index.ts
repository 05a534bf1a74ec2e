import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import type { Bridge, PushMessage, ResponseMessage } from '#shared/contract/message.ts';

// Literals, not imports: this file shares no code with main.
const REQUEST = 'gatehouse:request';
const PUSH = 'gatehouse:push';
const ACK = 'gatehouse:ack';

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
    listener(true);
    return () => {};
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
contextBridge.exposeInMainWorld('gatehouse', Object.freeze(bridge));
