import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** In all: each window has a socket and asks for a few files at once. The system gives a process a thousand descriptors or so. */
const MAX_CONNECTIONS = 256;
/** Of those that have not shown the cookie, on which anything on this machine can try. */
export const MAX_UNKNOWN = 64;

/** Milliseconds. */
export interface ConnectionTimes {
  /** Until the headers of a request are there, counted from the connection's start or from the request before. */
  readonly headers: number;
  /** Until the request is there. */
  readonly request: number;
  /** Without a byte in either direction; a window's socket has pings instead. */
  readonly idle: number;
  /** Between two looks at these. */
  readonly check: number;
}

export const CONNECTION_TIMES: ConnectionTimes = { headers: 10_000, request: 30_000, idle: 60_000, check: 2000 };

/**
 * Keeps connections from using up what the process may open. Of those without the cookie the oldest gives way to a new one, so
 * that idle ones can’t keep a person out.
 */
export class ConnectionLimits {
  readonly #unknown = new Set<Duplex>();

  constructor(server: Server) {
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => {
      this.#unknown.add(socket);
      socket.once('close', () => this.#unknown.delete(socket));
      const [oldest] = this.#unknown;
      if (this.#unknown.size > MAX_UNKNOWN) {
        // At once: what is closed later would still count.
        if (oldest) this.#unknown.delete(oldest);
        oldest?.destroy();
      }
    });
  }

  /** It has shown the cookie. */
  know(socket: Duplex): void {
    this.#unknown.delete(socket);
  }
}
