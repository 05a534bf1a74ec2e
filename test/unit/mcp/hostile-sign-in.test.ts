import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authorizationFetch } from '#main/mcp/connection/authorization-fetch.ts';
import { PUBLIC_HOSTS } from '#main/net/public-address.ts';
import { publicFetch } from '#main/net/public-fetch.ts';
import { seamRow } from '../../conformance/seams/seam-rows.ts';
import { McpFixture, type McpFixtureOptions } from '../../support/mcp-fixture.ts';
import { addressOf, close, listen } from '../../support/servers/loopback.ts';
import {
  agreeOnPage,
  OAuthServer,
  type OAuthServerOptions,
  type ProtectedOptions,
  protectedMcpServer,
} from '../../support/servers/oauth-server.ts';
import { pageOf, problem, problemOf, signInAt } from '../../support/sign-in-fixture.ts';

interface Servers extends AsyncDisposable {
  readonly oauth: OAuthServer;
  readonly fixture: McpFixture;
}

/** A server that needs a sign-in, not signed in yet. */
async function start(
  oauthOptions: OAuthServerOptions = {},
  options: ProtectedOptions = {},
  more: McpFixtureOptions = {},
): Promise<Servers> {
  const oauth = await OAuthServer.start(oauthOptions);
  const server = await protectedMcpServer(oauth, options);
  const fixture = new McpFixture({ servers: { s: { type: 'http', url: server.url } }, ...more });
  await fixture.ready();
  return {
    oauth,
    fixture,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await oauth[Symbol.asyncDispose]();
    },
  };
}

/** Counts what reaches a server that must get nothing. */
async function bystander(): Promise<AsyncDisposable & { readonly address: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await listen(server);
  return { address: addressOf(server), asked, [Symbol.asyncDispose]: () => close(server) };
}

describe('a hostile server that signs people in', { timeout: 30_000 }, () => {
  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://open',
    'smb://host/share',
    'http://192.0.2.1/authorize',
    'https://name:word@192.0.2.1/',
    'not an address',
  ])('can’t make a browser open %s', async (page) => {
    await using servers = await start({ metadata: () => ({ authorization_endpoint: page }) });
    expect(await problemOf(servers.fixture)).toMatch(/can’t be used|isn’t as OAuth defines it/u);
    expect(servers.oauth.paths()).not.toContain('/register');
  });

  it.each(['mcp-008', 'mcp-009'])('can’t make a browser open the address of row %s', async (id) => {
    const { authorization_endpoint: page } = z.object({ authorization_endpoint: z.string() }).parse(seamRow(id).input);
    await using servers = await start({ metadata: () => ({ authorization_endpoint: page }) });
    expect(await problemOf(servers.fixture)).toMatch(/can’t be used|isn’t as OAuth defines it/u);
  });

  it.each(['token_endpoint', 'registration_endpoint', 'revocation_endpoint'])('can’t have secrets sent unencrypted (%s)', async (name) => {
    await using servers = await start({ metadata: () => ({ [name]: 'http://192.0.2.1/x' }) });
    expect(await problemOf(servers.fixture)).toContain(`The ${name} of the server that signs you in can’t be used`);
  });

  it.each<[string, OAuthServerOptions['metadata'], string]>([
    ['names another issuer', () => ({ issuer: 'https://accounts.example.com' }), 'its issuer differs'],
    ['doesn’t know PKCE', () => ({ code_challenge_methods_supported: undefined }), 'PKCE'],
    ['knows only plain PKCE', () => ({ code_challenge_methods_supported: ['plain'] }), 'PKCE'],
    ['takes no new clients', () => ({ registration_endpoint: undefined }), '"clientId"'],
    ['gives no code', () => ({ response_types_supported: ['token'] }), 'isn’t as OAuth defines it'],
    ['has incomplete metadata', () => ({ token_endpoint: undefined }), 'isn’t as OAuth defines it'],
  ])('is refused if it %s', async (_name, metadata, why) => {
    await using servers = await start(metadata ? { metadata } : {});
    expect(await problemOf(servers.fixture)).toContain(why);
  });

  it.each<[string, string, string]>([
    ['another’s name', 'iss=https%3A%2F%2Faccounts.example.com', 'its issuer differs'],
    ['no name', '', 'its issuer differs'],
    ['a refusal', 'iss=OWN&error=access_denied&error_description=SECRET', 'refused on the page'],
    ['an unknown refusal', 'iss=OWN&error=<b>SECRET</b>', 'without a reason'],
    ['no code', 'iss=OWN', 'had no code'],
  ])('may answer with %s: no token is asked for', async (_name, query, why) => {
    await using servers = await start();
    const page = new URL(await pageOf(servers.fixture));
    const { redirect_uri = '', state = '' } = Object.fromEntries(page.searchParams);
    const own = query.replace('OWN', encodeURIComponent(servers.oauth.address));
    const code = query.includes('error') || query === 'iss=OWN' ? '' : '&code=c';
    await fetch(`${redirect_uri}?state=${state}&${own}${code}`);
    const told = await problem(servers.fixture);
    expect(told).toContain(why);
    expect(told).not.toContain('SECRET');
    expect(servers.oauth.paths()).not.toContain('/token');
  });

  it('can’t send the code, the verifier or a refresh token on to another server', async () => {
    await using other = await bystander();
    const misbehave: OAuthServerOptions['misbehave'] = ({ path }, response) => {
      if (path !== '/token') return false;
      response.writeHead(307, { location: `${other.address}/token` }).end();
      return true;
    };
    await using servers = await start({ misbehave });
    await agreeOnPage(await pageOf(servers.fixture));
    expect(await problem(servers.fixture)).toContain('redirects');
    expect(other.asked).toEqual([]);
  });

  it('can’t send a search for metadata on to another server', async () => {
    await using other = await bystander();
    const misbehave: OAuthServerOptions['misbehave'] = ({ path }, response) => {
      if (!path.startsWith('/.well-known/')) return false;
      response.writeHead(302, { location: `${other.address}/metadata` }).end();
      return true;
    };
    await using servers = await start({ misbehave });
    expect(await problemOf(servers.fixture)).toContain('redirects');
    expect(other.asked).toEqual([]);
  });

  it.each<[string, NonNullable<OAuthServerOptions['token']>, string]>([
    ['of another kind', () => ({ token_type: 'mac' }), 'of a kind'],
    ['that is two headers', () => ({ access_token: 'a\r\nx-admin: 1' }), 'can’t be sent'],
    ['that is no text', () => ({ access_token: { a: 1 } }), 'isn’t as OAuth defines it'],
    ['that is empty', () => ({ access_token: '' }), 'can’t be sent'],
  ])('may give a token %s: it isn’t used', async (_name, token, why) => {
    await using servers = await start({ token });
    await agreeOnPage(await pageOf(servers.fixture));
    expect(await problem(servers.fixture)).toContain(why);
  });

  it('may repeat the code in its error: the person, the model and the log don’t get it', async () => {
    const misbehave: OAuthServerOptions['misbehave'] = ({ path, body }, response) => {
      if (path !== '/token') return false;
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: body, error_description: body }));
      return true;
    };
    await using servers = await start({ misbehave });
    await agreeOnPage(await pageOf(servers.fixture));
    const told = (await problem(servers.fixture)) + JSON.stringify(servers.fixture.row());
    for (const secret of servers.oauth.secrets) expect(told).not.toContain(secret);
    expect(told).toContain('without a reason that can be shown');
  });
});

describe('a hostile MCP server that asks for a sign-in', { timeout: 30_000 }, () => {
  it('can’t start one', async () => {
    await using servers = await start();
    await servers.fixture.mcp.restart('s');
    expect(servers.fixture.row().state).toBe('needs_sign_in');
    expect(servers.oauth.asked).toEqual([]);
  });

  it('can’t get a token that is for another server', async () => {
    await using servers = await start({}, { resource: () => ({ resource: 'https://bank.example.com/mcp' }) });
    expect(await problemOf(servers.fixture)).toContain('asks for a token that is for another one');
    expect(servers.oauth.paths()).toEqual(['/.well-known/oauth-authorization-server']);
  });

  it('can’t point to a description of itself on another server', async () => {
    await using other = await bystander();
    await using servers = await start({}, { resourceMetadata: `${other.address}/resource` });
    expect(await problemOf(servers.fixture)).toContain('on another server');
    expect(other.asked).toEqual([]);
  });

  it('can’t make Gatehouse contact hosts of this network', async () => {
    await using inside = await bystander();
    await using oauth = await OAuthServer.start();
    // `localhost` is taken for a host of the internet; 127.0.0.1, the same machine, for one of this network.
    const hostPolicy = { ...PUBLIC_HOSTS, isInternalName: () => false };
    await using server = await protectedMcpServer(oauth, {
      resource: (url) => ({ resource: url.replace('127.0.0.1', 'localhost'), authorization_servers: [inside.address] }),
      resourceMetadata: '',
    });
    const url = server.url.replace('127.0.0.1', 'localhost');
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url } }, hostPolicy });
    await fixture.ready();
    expect(await problemOf(fixture)).toContain('which it must not');
    expect(inside.asked).toEqual([]);
  });

  it('may refuse for ever: it is asked a few times and no more', async () => {
    let requests = 0;
    const misbehave: ProtectedOptions['misbehave'] = ({ path }) => {
      if (path === '/mcp') requests += 1;
      return false;
    };
    await using servers = await start({}, { refusesAll: true, misbehave });
    await agreeOnPage(await pageOf(servers.fixture));
    const row = await servers.fixture.until(({ state, signIn }) => state === 'needs_sign_in' && signIn?.kind === 'signed_in');
    expect(row.reason).toContain('refuses');
    expect(requests).toBeLessThan(10);
    expect(servers.oauth.paths().filter((path) => path === '/token').length).toBeLessThan(4);
  });

  it('may be out of order where it refreshes: the sign-in isn’t lost', async () => {
    let isBroken = false;
    const misbehave: OAuthServerOptions['misbehave'] = ({ path }, response) => {
      if (path !== '/token' || !isBroken) return false;
      response.writeHead(503).end('try later');
      return true;
    };
    await using servers = await start({ misbehave });
    await signInAt(servers.fixture);
    isBroken = true;
    servers.oauth.expireAccess();
    await expect(servers.fixture.call('mcp__s__get')).rejects.toThrow('can’t be renewed now');
    isBroken = false;
    await servers.fixture.mcp.restart('s');
    expect(servers.fixture.row()).toMatchObject({ state: 'connected', signIn: { kind: 'signed_in' } });
  });
});

describe('another page in the person’s browser', { timeout: 30_000 }, () => {
  it('can’t give an answer: it changes nothing, and the right one still counts', async () => {
    await using servers = await start();
    const page = new URL(await pageOf(servers.fixture));
    const { redirect_uri = '', state = '' } = Object.fromEntries(page.searchParams);
    const iss = encodeURIComponent(servers.oauth.address);
    const forged = [
      `${redirect_uri}?code=evil&iss=${iss}`,
      `${redirect_uri}?code=evil&state=guess&iss=${iss}`,
      `${redirect_uri}?code=evil&state=${state}&state=guess&iss=${iss}`,
      `${redirect_uri}?code=evil&code=c&state=${state}&iss=${iss}`,
      `${redirect_uri}?error=access_denied&state=guess`,
      `${redirect_uri.replace('callback', 'other')}?code=evil&state=${state}&iss=${iss}`,
    ];
    const answers = await Promise.all([...forged.map((url) => fetch(url)), fetch(`${redirect_uri}?state=${state}`, { method: 'POST' })]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(servers.fixture.row().signIn?.kind).toBe('waiting');
    expect(servers.oauth.paths()).not.toContain('/token');
    await agreeOnPage(page.href);
    await servers.fixture.until(({ state: now }) => now === 'connected');
  });

  it('sees none of it in the page it ends at, which runs nothing', async () => {
    await using servers = await start();
    const page = await fetch(await pageOf(servers.fixture), { redirect: 'manual' });
    const back = page.headers.get('location') ?? '';
    const shown = await fetch(back);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const code = new URL(back).searchParams.get('code') ?? '';
    expect(await shown.text()).not.toContain(code);
  });
});

describe('answers where one signs in', () => {
  const fetchFrom = (address: string, requestMs = 300): typeof globalThis.fetch =>
    authorizationFetch({
      fetch: globalThis.fetch,
      publicFetch: publicFetch({ env: {} }),
      configured: [address],
      signal: new AbortController().signal,
      requestMs,
    });

  it('are limited in size', async () => {
    const server = createServer((_request, response) => response.end('x'.repeat(2 * 1024 * 1024)));
    await listen(server);
    await expect(fetchFrom(addressOf(server), 60_000)(addressOf(server))).rejects.toThrow('larger than 1 MB');
    await close(server);
  });

  it.each([
    ['before they start', () => undefined],
    ['in the middle', (write: (text: string) => void) => write('{"issuer":')],
  ] as const)('are limited in time: one that stops %s', async (_name, begin) => {
    const server = createServer((_request, response) => {
      response.writeHead(200);
      begin((text) => response.write(text));
    });
    await listen(server);
    await expect(fetchFrom(addressOf(server))(addressOf(server))).rejects.toThrow('didn’t answer within 0.3 s');
    await close(server);
  });

  it('come only from safe addresses', async () => {
    for (const address of ['http://192.0.2.1/', 'file:///etc/passwd', 'https://a:b@192.0.2.1/'])
      await expect(fetchFrom('https://mcp.example.com')(address)).rejects.toThrow('The server names');
    await expect(fetchFrom('https://mcp.example.com')('https://169.254.169.254/latest')).rejects.toThrow('which it must not');
  });
});
