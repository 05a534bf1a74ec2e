import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isInternalName } from '#main/net/internal-name.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import { publicFetch } from '#main/net/public-fetch.ts';
import { isSpecialAddress } from '#main/net/special-address.ts';
import type { WebService } from '#main/tool/services/tool-services.ts';

const file = (name: string): Buffer => readFileSync(new URL(`../tls/${name}`, import.meta.url));

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** HTTPS servers of a web that exists on loopback only: every name below `.test-web` resolves to this machine. */
export class WebServer {
  /** `host/path` of every request. */
  readonly requests: string[] = [];
  readonly #pages = new Map<string, Handler>();
  readonly #server = createServer({ key: file('test-server.key.pem'), cert: file('test-server.cert.pem') }, (request, response) => {
    const key = `${(request.headers.host ?? '').replace(/:\d+$/u, '')}${request.url ?? ''}`;
    this.requests.push(key);
    const handler = this.#pages.get(key);
    if (handler) handler(request, response);
    else response.writeHead(404).end('not here');
  });

  static async start(): Promise<WebServer> {
    const web = new WebServer();
    web.#server.listen(0, '127.0.0.1');
    await once(web.#server, 'listening');
    return web;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of a page, with the port that this web runs on. */
  url(key: string): string {
    const [host = '', ...path] = key.split('/');
    return `https://${host}:${this.port}/${path.join('/')}`;
  }

  page(key: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' }): void {
    this.handle(key, (_request, response) => response.writeHead(200, headers).end(body));
  }

  redirect(key: string, location: string, status = 302): void {
    this.handle(key, (_request, response) => response.writeHead(status, { location }).end());
  }

  handle(key: string, handler: Handler): void {
    this.#pages.set(key, handler);
  }

  /** Names below `.test-web` are public and are this machine; all else is as for everyone. */
  get policy(): HostPolicy {
    return {
      isInternalName: (host) => !host.endsWith('.test-web') && isInternalName(host),
      // What such names resolve to.
      isSpecialAddress: (ip) => ip !== '127.0.0.1' && isSpecialAddress(ip),
      resolve: (host) =>
        host.endsWith('.test-web')
          ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
          : Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })),
    };
  }

  service(
    options: { readonly siteRule?: WebService['siteRule']; readonly policy?: HostPolicy; readonly env?: NodeJS.ProcessEnv } = {},
  ): WebService {
    const policy = options.policy ?? this.policy;
    return {
      policy,
      fetch: publicFetch({ env: options.env ?? {}, policy, tls: { rejectUnauthorized: false } }),
      siteRule: options.siteRule ?? (() => undefined),
    };
  }
}
