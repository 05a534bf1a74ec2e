import type { Bridge, PushMessage, RequestMessage, ResponseMessage } from '#shared/contract/message.ts';
import { words } from './words.ts';

declare global {
  interface Window {
    /** Set by the preload script; absent in a browser. */
    readonly gatehouse?: Bridge;
  }
}

/** Reconnect delays in milliseconds; the last one repeats. */
const BACK_OFF = [250, 500, 1000, 2000, 4000, 8000];

interface Waiting {
  readonly message: RequestMessage;
  readonly resolve: (response: ResponseMessage) => void;
  readonly reject: (error: Error) => void;
}

/** A message from the page's own origin, so it isn't validated. */
type HostMessage = PushMessage | ResponseMessage;

/**
 * The bridge over a WebSocket to the page's own origin, authorised by the page's cookie. Requests made while disconnected wait for the
 * connection; those in flight when it breaks are rejected, since their outcome is unknown.
 */
export class SocketBridge implements Bridge {
  readonly #url: string;
  readonly #sent = new Map<number, Waiting>();
  readonly #unsent: Waiting[] = [];
  readonly #pushListeners = new Set<(message: PushMessage) => void>();
  readonly #connectionListeners = new Set<(connected: boolean) => void>();
  #socket: WebSocket | undefined;
  #connected = false;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string) {
    this.#url = url;
    this.#connect();
  }

  request(message: RequestMessage): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => {
      const waiting = { message, resolve, reject };
      if (this.#connected) this.#send(waiting);
      else this.#unsent.push(waiting);
    });
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#pushListeners.add(listener);
    return () => this.#pushListeners.delete(listener);
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** Browsers don't reveal the path of a dropped folder. */
  pathForFile(): string | null {
    return null;
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#attempt = 0;
      this.#setConnected(true);
      for (const waiting of this.#unsent.splice(0)) this.#send(waiting);
    });
    socket.addEventListener('message', (event) => this.#receive(event.data));
    socket.addEventListener('close', () => this.#closed());
  }

  /** Reconnects now instead of at the next attempt, if disconnected. */
  connectNow(): void {
    clearTimeout(this.#timer);
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#connect();
  }

  #closed(): void {
    const lost = [...this.#sent.values()];
    this.#sent.clear();
    for (const waiting of lost) waiting.reject(new Error(words.connectionLost));
    this.#setConnected(false);
    const delay = BACK_OFF[Math.min(this.#attempt, BACK_OFF.length - 1)] ?? 8000;
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.connectNow(), delay);
  }

  #send(waiting: Waiting): void {
    this.#sent.set(waiting.message.id, waiting);
    this.#socket?.send(JSON.stringify(waiting.message));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    const messages = JSON.parse(data) as HostMessage | readonly HostMessage[];
    if (isList(messages)) for (const message of messages) this.#dispatch(message);
    else this.#dispatch(messages);
  }

  #dispatch(message: HostMessage): void {
    if ('push' in message) {
      for (const listener of this.#pushListeners) listener(message);
      return;
    }
    const waiting = this.#sent.get(message.id);
    this.#sent.delete(message.id);
    waiting?.resolve(message);
  }

  #setConnected(connected: boolean): void {
    if (this.#connected === connected) return;
    this.#connected = connected;
    for (const listener of this.#connectionListeners) listener(connected);
  }
}

function isList(value: HostMessage | readonly HostMessage[]): value is readonly HostMessage[] {
  return Array.isArray(value);
}

/** The preload script's bridge if there is one, else a socket to the page's host. */
export function connectBridge(): Bridge {
  if (window.gatehouse) return window.gatehouse;
  const url = new URL('ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const bridge = new SocketBridge(url.href);
  window.addEventListener('online', () => bridge.connectNow());
  return bridge;
}
