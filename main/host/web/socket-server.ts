import { parseJson } from '#shared/json-limits.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { EnginePort } from '../engine-port.ts';
import { servePort } from '../port.ts';
import type { WebAccess } from './access.ts';
import { JsonLine } from './json-line.ts';
import { MessageRate } from './message-rate.ts';
import type { OwnAddress } from './own-address.ts';

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const PING_MS = 30_000;
/** Codes from 4000 on are for applications. */
const SIGNED_OUT = 4401;
const TRY_AGAIN = 1013;

export interface SocketServerOptions {
  readonly engine: EnginePort;
  readonly access: WebAccess;
  readonly address: OwnAddress;
}

/** The windows' sockets. Each message is one JSON envelope, or a list of pushes. */
export class SocketServer {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  readonly #options: SocketServerOptions;

  constructor(options: SocketServerOptions) {
    this.#options = options;
  }

  /** Accepts a socket only from our own page (`Origin`), at our own address (`Host`), with the cookie, at the secret path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, address, engine } = this.#options;
    const welcome =
      address.hasAllowedHost(request) &&
      address.hasOwnOrigin(request) &&
      request.url === `${access.basePath}ws` &&
      access.hasCookie(request.headers.cookie);
    if (!welcome) {
      socket.on('error', () => socket.destroy());
      // Destroyed from this side, as the client may keep its half open forever.
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const browser = access.connect(request.headers.cookie, () => webSocket.close(SIGNED_OUT, 'Signed out'));
      // Signed out meanwhile.
      if (!browser) return webSocket.terminate();
      webSocket.on('close', browser.closed);
      serveSocket(engine, webSocket, browser.used);
    });
  }

  /** Pages connect again. */
  disconnect(reason: string): void {
    for (const client of this.#server.clients) client.close(TRY_AGAIN, reason);
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}

function serveSocket(engine: EnginePort, socket: WebSocket, onUse: () => void): void {
  const line = new JsonLine((text) => socket.readyState === socket.OPEN && socket.send(text));
  const port = servePort(engine, {
    windowId: randomUUID(),
    sendPushes: (messages) => line.send(messages),
    bufferedAmount: () => socket.bufferedAmount,
    close: (reason) => socket.close(TRY_AGAIN, reason),
  });
  const rate = new MessageRate();
  socket.on('message', (data, isBinary) => {
    onUse();
    const wait = rate.take();
    if (wait > 0 && !socket.isPaused) {
      socket.pause();
      setTimeout(() => socket.resume(), wait).unref();
    }
    void port.request(isBinary || !Buffer.isBuffer(data) ? undefined : jsonOf(data.toString())).then((answer) => line.send(answer));
  });
  const stopPinging = pingWhileAlive(socket);
  socket.on('close', () => {
    stopPinging();
    port.dispose();
  });
  // The library closes a broken connection; nothing else to do.
  socket.on('error', () => socket.terminate());
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // `undefined` is no request: it is refused.
    return undefined;
  }
}

/** Closes a connection whose other side has vanished (a laptop asleep, a lost tunnel), so that its window stops using resources. */
function pingWhileAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS);
  timer.unref();
  return () => clearInterval(timer);
}
