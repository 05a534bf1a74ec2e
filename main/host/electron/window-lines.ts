import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { AppError, toWireError } from '#shared/contract/app-error.ts';
import type { PushMessage, ResponseMessage } from '#shared/contract/message.ts';
import type { EnginePort } from '../engine-port.ts';
import { servePort, type WindowPort } from '../port.ts';
import { APP_ORIGIN } from './app-scheme.ts';

/** The four channels between preload script and main. No others are used. */
export const CHANNELS = {
  request: 'gatehouse:request',
  push: 'gatehouse:push',
  ack: 'gatehouse:ack',
  connection: 'gatehouse:connection',
} as const;

/** Unacknowledged batches; a window with more isn't keeping up. */
const MAX_UNTAKEN = 8;

interface Line {
  readonly contents: WebContents;
  port: WindowPort;
  /** Batches sent and not acknowledged. */
  untaken: number;
  /** The window has made a request, so its listeners are in place. */
  ready: boolean;
  /** The host's own pushes, held until then. */
  waiting: PushMessage[];
}

/** Connects windows to the engine over IPC. Accepts messages only from main frames of our own windows that show our own page. */
export class WindowLines {
  readonly #engine: EnginePort;
  readonly #lines = new Map<number, Line>();
  #isConnected = true;

  constructor(engine: EnginePort) {
    this.#engine = engine;
    ipcMain.handle(CHANNELS.request, (event, message: unknown) => this.#request(event, message));
    ipcMain.on(CHANNELS.ack, (event) => this.#acknowledge(event));
    engine.onConnection?.((connected) => {
      this.#isConnected = connected;
      for (const line of this.#lines.values()) this.#tellConnection(line);
    });
  }

  add(contents: WebContents): void {
    const line: Line = { contents, untaken: 0, ready: false, waiting: [], port: this.#open(contents) };
    this.#lines.set(contents.id, line);
    // Unacknowledged batches were lost with the old page; the new one starts like a new window.
    contents.on('did-start-loading', () => {
      line.port.dispose();
      Object.assign(line, { untaken: 0, ready: false, port: this.#open(contents) });
    });
    contents.once('destroyed', () => {
      line.port.dispose();
      this.#lines.delete(contents.id);
    });
  }

  #open(contents: WebContents): WindowPort {
    const line = (): Line | undefined => this.#lines.get(contents.id);
    return servePort(this.#engine, {
      windowId: String(contents.id),
      sendPushes: (messages) => send(line(), messages),
      bufferedAmount: () => ((line()?.untaken ?? 0) < MAX_UNTAKEN ? 0 : Number.POSITIVE_INFINITY),
      // A reloaded page requests a new snapshot.
      close: () => contents.reload(),
    });
  }

  /** Sends a push from the host itself to one window, held until the page listens. */
  push(contents: WebContents, message: PushMessage): void {
    const line = this.#lines.get(contents.id);
    if (line?.ready) send(line, [message]);
    else line?.waiting.push(message);
  }

  async #request(event: IpcMainInvokeEvent, message: unknown): Promise<ResponseMessage> {
    const line = this.#lineOf(event);
    if (!line) return { id: -1, ok: false, error: toWireError(new AppError('refused', 'This page isn’t allowed to use Gatehouse.')) };
    if (!line.ready && !this.#isConnected) this.#tellConnection(line);
    line.ready = true;
    if (line.waiting.length > 0) send(line, line.waiting.splice(0));
    return line.port.request(message);
  }

  #tellConnection({ contents }: Line): void {
    if (!contents.isDestroyed()) contents.send(CHANNELS.connection, this.#isConnected);
  }

  #acknowledge(event: IpcMainEvent): void {
    const line = this.#lineOf(event);
    if (line && line.untaken > 0) line.untaken -= 1;
  }

  #lineOf({ sender, senderFrame }: IpcMainInvokeEvent | IpcMainEvent): Line | undefined {
    const isOurPage = senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === APP_ORIGIN;
    return isOurPage ? this.#lines.get(sender.id) : undefined;
  }
}

function send(line: Line | undefined, messages: readonly PushMessage[]): void {
  if (!line || line.contents.isDestroyed()) return;
  line.untaken += 1;
  line.contents.send(CHANNELS.push, messages);
}
