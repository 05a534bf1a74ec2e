import { createServer } from 'node:http';
import { createLogger } from '#main/log/logger.ts';
import type { AddressInfo } from 'node:net';
import { AppError } from '#shared/contract/app-error.ts';
import type { EnginePort } from '../engine-port.ts';
import { WebAccess } from './access.ts';
import { CONNECTION_TIMES, ConnectionLimits, type ConnectionTimes } from './connection-limits.ts';
import { respond } from './respond.ts';
import { SocketServer } from './socket-server.ts';

const log = createLogger('host');

export interface WebHostOptions {
  readonly engine: EnginePort;
  /** 0 picks a free port. */
  readonly port: number;
  /** The built window: `out/renderer`. */
  readonly rendererDir: string;
  /** For tests. */
  readonly times?: ConnectionTimes;
}

export interface WebHost {
  /** The one-time link to the window. */
  readonly url: string;
  readonly port: number;
  /** Another one-time link, for another browser. */
  newUrl(): string;
  /** Closes every window's connection and the server. The caller disposes the engine. */
  close(): Promise<void>;
}

/**
 * Serves the window as a web page, on this machine's loopback interface only.
 * @throws AppError `unavailable` when the port can't be used.
 */
export async function startWebHost({ engine, port: wantedPort, rendererDir, times = CONNECTION_TIMES }: WebHostOptions): Promise<WebHost> {
  const access = new WebAccess();
  let port = wantedPort;
  const sockets = new SocketServer({ engine, access, port: () => port });
  const options = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    connectionsCheckingInterval: times.check,
  };
  const server = createServer(options, (request, response) => {
    if (access.hasCookie(request.headers.cookie)) limits.know(request.socket);
    respond(request, response, { access, port, rendererDir }).catch((error: unknown) => {
      log.warn('A page could not be sent', error);
      response.destroy();
    });
  });
  server.setTimeout(times.idle);
  const limits = new ConnectionLimits(server);
  server.on('upgrade', (request, socket, head) => {
    if (access.hasCookie(request.headers.cookie)) limits.know(socket);
    sockets.upgrade(request, socket, head);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new AppError('unavailable', portTrouble(error, wantedPort), { cause: error })),
    );
    server.listen({ host: '127.0.0.1', port: wantedPort }, resolve);
  });
  // A connection that can’t be accepted, for lack of descriptors say, is dropped; the others go on.
  server.on('error', () => undefined);
  port = (server.address() as AddressInfo).port;

  const newUrl = (): string => `http://127.0.0.1:${port}${access.basePath}?token=${access.newToken()}`;
  return {
    url: newUrl(),
    port,
    newUrl,
    close: () =>
      new Promise((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portTrouble(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with --port, or leave it out for a free one.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user doesn't have. Choose one above 1023.`;
  return `Can't listen on 127.0.0.1:${port}: ${error.message}`;
}
