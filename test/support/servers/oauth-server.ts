import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpMcpServer, type HttpMcpOptions } from './http-mcp-server.ts';
import { addressOf, close, listen } from './loopback.ts';

interface Grant {
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
}

interface Asked {
  readonly verb: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

export interface OAuthServerOptions {
  /** Fields of the metadata to replace; `undefined` leaves one out. */
  readonly metadata?: (address: string) => Readonly<Record<string, unknown>>;
  /** Fields of a token answer to replace. */
  readonly token?: () => Readonly<Record<string, unknown>>;
  /** Answers a request itself; `false` leaves it to the normal server. */
  readonly misbehave?: (asked: Asked, response: ServerResponse) => boolean;
}

/** An OAuth 2.1 authorization server that checks what a client must do: registration, redirect address, PKCE, resource, rotation of refresh tokens. */
export class OAuthServer {
  readonly asked: Asked[] = [];
  /** Valid access tokens → what they are for. */
  readonly access = new Map<string, Grant>();
  readonly #refresh = new Map<string, Grant>();
  readonly #codes = new Map<string, Grant>();
  readonly #clients = new Map<string, readonly string[]>();
  readonly #options: OAuthServerOptions;
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));

  private constructor(options: OAuthServerOptions) {
    this.#options = options;
  }

  static async start(options: OAuthServerOptions = {}): Promise<OAuthServer> {
    const server = new OAuthServer(options);
    await listen(server.#server);
    return server;
  }

  get address(): string {
    return addressOf(this.#server);
  }

  /** Every secret it has given out so far. */
  get secrets(): string[] {
    return [...this.#given];
  }
  readonly #given = new Set<string>();

  paths(): string[] {
    return this.asked.map(({ path }) => path);
  }

  /** A client that was registered by hand. */
  know(client: string, redirectUri: string): void {
    this.#clients.set(client, [redirectUri]);
  }

  /** As if all of them had expired. */
  expireAccess(): void {
    this.access.clear();
  }

  /** As if the person had signed out elsewhere. */
  forget(): void {
    this.access.clear();
    this.#refresh.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const { method: verb = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', this.address);
    const asked: Asked = { verb, path, query, body: await text(request), headers };
    this.asked.push(asked);
    if (this.#options.misbehave?.(asked, response) === true) return;
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return reply(response, 200, { ...this.#metadata(), ...this.#options.metadata?.(this.address) });
      case '/register':
        return this.#register(asked, response);
      case '/authorize':
        return this.#authorize(asked, response);
      case '/token':
        return this.#token(new URLSearchParams(asked.body), response);
      case '/revoke':
        this.#refresh.delete(new URLSearchParams(asked.body).get('token') ?? '');
        return reply(response, 200, {});
      default:
        response.writeHead(404).end();
    }
  }

  #metadata(): Record<string, unknown> {
    const { address } = this;
    return {
      issuer: address,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      registration_endpoint: `${address}/register`,
      revocation_endpoint: `${address}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #register({ body }: Asked, response: ServerResponse): void {
    const wanted: { redirect_uris: string[] } = JSON.parse(body);
    const client = this.#secret('client');
    this.#clients.set(client, wanted.redirect_uris);
    reply(response, 201, { ...wanted, client_id: client });
  }

  /** The person agrees at once. */
  #authorize({ query }: Asked, response: ServerResponse): void {
    const read = (name: string): string => query.get(name) ?? '';
    const redirectUri = read('redirect_uri');
    const isRight =
      this.#clients.get(read('client_id'))?.includes(redirectUri) === true &&
      read('response_type') === 'code' &&
      read('code_challenge_method') === 'S256' &&
      read('state').length >= 32 &&
      read('resource') !== '';
    if (!isRight) return reply(response, 400, { error: 'invalid_request' });
    const code = this.#secret('code');
    const scope = read('scope');
    this.#codes.set(code, { client: read('client_id'), redirectUri, challenge: read('code_challenge'), resource: read('resource'), scope });
    const back = new URL(redirectUri);
    for (const [name, value] of Object.entries({ code, state: read('state'), iss: this.address })) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const read = (name: string): string => form.get(name) ?? '';
    const isCode = read('grant_type') === 'authorization_code';
    const [store, key] = isCode ? [this.#codes, read('code')] : [this.#refresh, read('refresh_token')];
    const grant = store.get(key);
    store.delete(key);
    const isRight =
      grant !== undefined &&
      grant.client === read('client_id') &&
      grant.resource === read('resource') &&
      (!isCode || (grant.redirectUri === read('redirect_uri') && grant.challenge === hash(read('code_verifier'))));
    if (!isRight) return reply(response, 400, { error: 'invalid_grant', error_description: `${key} was ${read('code_verifier')}` });
    const [access, refresh] = [this.#secret('access'), this.#secret('refresh')];
    this.access.set(access, grant);
    this.#refresh.set(refresh, grant);
    const answer = { access_token: access, token_type: 'Bearer', refresh_token: refresh, expires_in: 3600, scope: grant.scope };
    reply(response, 200, { ...answer, ...this.#options.token?.() });
  }

  #secret(kind: string): string {
    const secret = `${kind}-${randomUUID()}`;
    if (kind !== 'client') this.#given.add(secret);
    return secret;
  }
}

function hash(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface ProtectedOptions {
  /** Scopes a token needs for calls of tools. */
  readonly callScope?: string;
  /** Fields of the server's description of itself to replace. */
  readonly resource?: (url: string) => Readonly<Record<string, unknown>>;
  /** Instead of its description of itself, in its refusal. */
  readonly resourceMetadata?: string;
  readonly misbehave?: HttpMcpOptions['misbehave'];
  readonly port?: number;
  /** It takes no token at all. */
  readonly refusesAll?: boolean;
}

/** An MCP server that takes only tokens of an authorization server that are for itself. */
export async function protectedMcpServer(oauth: OAuthServer, options: ProtectedOptions = {}): Promise<HttpMcpServer> {
  const { callScope, resource, resourceMetadata, misbehave, port, refusesAll = false } = options;
  const server: HttpMcpServer = await HttpMcpServer.start({
    ...(port !== undefined && { port }),
    misbehave: (seen, response, id) => {
      if (misbehave?.(seen, response, id) === true) return true;
      const { url } = server;
      const description = '/.well-known/oauth-protected-resource/mcp';
      if (seen.path === description) {
        reply(response, 200, { resource: url, authorization_servers: [oauth.address], ...resource?.(url) });
        return true;
      }
      if (!seen.path.startsWith('/mcp')) {
        response.writeHead(404).end();
        return true;
      }
      const grant = oauth.access.get(/^Bearer (.+)$/u.exec(seen.headers.authorization ?? '')?.[1] ?? '');
      const refuse = (status: number, more: string): true => {
        const metadata = resourceMetadata ?? new URL(description, url).href;
        response.writeHead(status, { 'www-authenticate': `Bearer resource_metadata="${metadata}"${more}` }).end();
        return true;
      };
      if (refusesAll || grant?.resource !== url) return refuse(401, ', scope="read"');
      const isAllowed = seen.method !== 'tools/call' || callScope === undefined || grant.scope.split(' ').includes(callScope);
      return isAllowed ? false : refuse(403, `, error="insufficient_scope", scope="${callScope}"`);
    },
  });
  return server;
}

/** What a person's browser does: opens the page, where the person agrees, and follows to the address it is sent to. Returns that address. */
export async function agreeOnPage(url: string): Promise<string> {
  const page = await fetch(url, { redirect: 'manual' });
  const back = page.headers.get('location');
  if (back === null) throw new Error(`The page answered ${page.status}: ${await page.text()}`);
  await fetch(back);
  return back;
}
