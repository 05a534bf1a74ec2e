import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createLogger } from '#main/log/logger.ts';
import type { AddressInfo } from 'node:net';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { withConfirmation } from '../confirmation/confirmed-engine.ts';
import type { EnginePort } from '../engine-port.ts';
import { type SignedInBrowser, WebAccess } from './access.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { assertConfirmable, CONFIRMATION_HOST, PAGE_HOST } from './confirmable.ts';
import { respondToFrame } from './confirmation-site.ts';
import { CONNECTION_TIMES, ConnectionLimits, type ConnectionTimes } from './connection-limits.ts';
import { LOOPBACK_NAMES, OwnAddress } from './own-address.ts';
import { respond } from './respond.ts';
import { SERVE_WORDS, type ServeWords } from './served-at.ts';
import { SocketServer } from './socket-server.ts';
import type { TlsFiles } from './tls-files.ts';
import { WebConfirmations } from './web-confirmations.ts';

const log = createLogger('host');
const IDLE_CHECK_MS = 60_000;

export interface WebHostOptions {
  readonly engine: EnginePort;
  /** 0 picks a free port. */
  readonly port: number;
  /** The built window: `out/renderer`. */
  readonly rendererDir: string;
  /** The address to listen at. Default: only programs of this machine can connect. */
  readonly bind?: string;
  /** The names that browsers may use, the one for links first. Default: this machine's own. */
  readonly names?: readonly string[];
  readonly tls?: TlsFiles | undefined;
  /** Milliseconds after which an unused browser is signed out. Default: never. */
  readonly idleMs?: number | undefined;
  /** Whether what may allow something is confirmed outside the page, which works on this machine only. Default: it isn't. */
  readonly outsidePage?: () => OutsidePage;
  /** For error messages. Default: the options of `gatehouse serve`. */
  readonly words?: ServeWords;
  /** For tests. */
  readonly times?: ConnectionTimes;
}

export interface WebHost {
  /** The one-time link to the window. */
  readonly url: string;
  readonly port: number;
  /** Another one-time link, for another browser. */
  newUrl(): string;
  /** Browsers that have used a link. */
  browsers(): readonly SignedInBrowser[];
  /** `false`: there is no such browser. */
  signOut(number: number): boolean;
  /** Closes every window's connection and the server. The caller disposes the engine. */
  close(): Promise<void>;
}

/**
 * Serves the window as a web page, unless told otherwise on this machine's loopback interface only.
 * @throws AppError `unavailable` when the port can't be used.
 */
export async function startWebHost({
  engine,
  port: wantedPort,
  rendererDir,
  bind = '127.0.0.1',
  names = LOOPBACK_NAMES,
  tls,
  idleMs,
  outsidePage,
  words = SERVE_WORDS,
  times = CONNECTION_TIMES,
}: WebHostOptions): Promise<WebHost> {
  const { isOn: confirms, unread } = outsidePage?.() ?? { isOn: false };
  if (confirms) assertConfirmable({ bind, names, tls }, words, unread);
  let port = wantedPort;
  const access = new WebAccess({ isTls: tls !== undefined, idleMs });
  // The frame's name isn't the page's: neither may read or script the other.
  const address = new OwnAddress({ names: confirms ? [PAGE_HOST] : names, isTls: tls !== undefined, port: () => port });
  const frameAddress = new OwnAddress({ names: [CONFIRMATION_HOST], isTls: false, port: () => port });
  const attempts = new AttemptLimit();
  const { basePath } = access;
  const confirmations = confirms
    ? new WebConfirmations(
        (id) => `${frameAddress.origin}${basePath}confirm/${id}`,
        (statement) =>
          engine.refused(statement ? { ...statement.about, reason: 'unconfirmed' } : { command: null, reason: 'wrong_answer' }),
      )
    : undefined;
  const sockets = new SocketServer({
    engine: confirmations && outsidePage ? withConfirmation(engine, confirmations, outsidePage) : engine,
    access,
    address,
  });
  const options = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    connectionsCheckingInterval: times.check,
  };
  const answer: RequestListener = (request, response) => {
    if (access.hasCookie(request.headers.cookie)) limits.know(request.socket);
    const answered =
      confirmations && frameAddress.hasAllowedHost(request)
        ? respondToFrame(request, response, { confirmations, basePath, origin: frameAddress.origin, pageOrigin: address.origin })
        : respond(request, response, { access, address, attempts, rendererDir, confirmationOrigin: confirmations && frameAddress.origin });
    answered.catch((error: unknown) => {
      log.warn('A page could not be sent', error);
      response.destroy();
    });
  };
  const server = tls
    ? createTlsServer({ ...options, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2', handshakeTimeout: times.headers }, answer)
    : createHttpServer(options, answer);
  server.setTimeout(times.idle);
  const limits = new ConnectionLimits(server);
  server.on('upgrade', (request, socket, head) => {
    if (access.hasCookie(request.headers.cookie)) limits.know(socket);
    sockets.upgrade(request, socket, head);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new AppError('unavailable', portTrouble(error, bind, wantedPort, words), { cause: error })),
    );
    server.listen({ host: bind, port: wantedPort }, resolve);
  });
  // A connection that can’t be accepted, for lack of descriptors say, is dropped; the others go on.
  server.on('error', () => undefined);
  port = (server.address() as AddressInfo).port;

  const newUrl = (): string => `${address.origin}${access.basePath}?token=${access.newToken()}`;
  // What was asked of the engine that ended has no answer: pages connect again, and then wait for the next one.
  const stopListening = engine.onConnection?.((connected) => {
    if (!connected) sockets.disconnect('The engine is being restarted');
  });
  const idleCheck = setInterval(() => access.endIdle(), IDLE_CHECK_MS).unref();
  return {
    url: newUrl(),
    port,
    newUrl,
    browsers: () => access.browsers,
    signOut: (number) => access.signOut(number),
    close: () =>
      new Promise((resolve) => {
        clearInterval(idleCheck);
        stopListening?.();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portTrouble(error: NodeJS.ErrnoException, bind: string, port: number, words: ServeWords): string {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `This machine has no address ${bind}. Choose another with ${words.host}.`;
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with ${words.port}, or leave it out for a free one.`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user doesn't have. Choose one above 1023.`;
  return `Can't listen on ${bind}:${port}: ${error.message}`;
}
