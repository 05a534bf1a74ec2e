import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Total connections: each window has a socket and requests a few files at once. Processes typically may open about a thousand descriptors.
 */
const MAX_CONNECTIONS = 256;
/** Connections without the cookie, which any local program can open. */
export const MAX_UNKNOWN = 64;

/** Milliseconds. */
export interface ConnectionTimes {
  /** Until the headers of a request have arrived, from the start of the connection or the previous request. */
  readonly headers: number;
  /** Until the whole request has arrived. */
  readonly request: number;
  /** Without a byte in either direction; a window's socket uses pings instead. */
  readonly idle: number;
  /** Interval at which these limits are checked. */
  readonly check: number;
}

export const CONNECTION_TIMES: ConnectionTimes = { headers: 10_000, request: 30_000, idle: 60_000, check: 2000 };

/**
 * Keeps connections from using up the process's descriptors. A new connection without the cookie closes the oldest such one, so that idle
 * ones can’t lock a person out.
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
        // Removed immediately, as a socket still closing would be counted.
        if (oldest) this.#unknown.delete(oldest);
        oldest?.destroy();
      }
    });
  }

  /** Marks a connection that has presented the cookie. */
  know(socket: Duplex): void {
    this.#unknown.delete(socket);
  }
}
