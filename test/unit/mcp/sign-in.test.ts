import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';
import { McpFixture } from '../../support/mcp-fixture.ts';
import type { HttpMcpServer } from '../../support/servers/http-mcp-server.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { agreeOnPage, OAuthServer, type ProtectedOptions, protectedMcpServer } from '../../support/servers/oauth-server.ts';
import { pageOf, signInAt } from '../../support/sign-in-fixture.ts';

const entry = (url: string, more: object = {}) => ({ s: { type: 'http', url, ...more } });

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('signing in to a server', { timeout: 30_000 }, () => {
  it('is offered, goes through the person’s browser, and connects the server', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    expect(await fixture.ready()).toMatchObject({ state: 'needs_sign_in', signIn: { kind: 'needed', problem: null }, tools: [] });
    expect(oauth.asked).toEqual([]);

    const page = new URL(await pageOf(fixture));
    expect(page.origin).toBe(oauth.address);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({ code_challenge_method: 'S256', resource: server.url, scope: 'read' });
    await agreeOnPage(page.href);
    const row = await fixture.until(({ state, signIn }) => state === 'connected' && signIn?.kind === 'signed_in');
    expect(row.signIn).toEqual({ kind: 'signed_in', host: new URL(oauth.address).host, scope: 'read', wants: '', problem: null });
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
  });

  it('keeps no secret where it can be read: files, rows, the server’s page', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    const row = await signInAt(fixture);
    expect(oauth.secrets).toHaveLength(3);
    const { stateDir } = fixture.project;
    const read = [JSON.stringify(row), ...filesBelow(stateDir).map((file) => readFileSync(file, 'latin1'))].join('\n');
    for (const secret of oauth.secrets) expect(read).not.toContain(secret);
    for (const file of ['sign-ins.json', 'sign-ins.key']) expect(statSync(join(stateDir, file)).mode & 0o777).toBe(0o600);
  });

  it('lasts: another process uses it, and refreshes an expired token during a call', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    await signInAt(fixture);
    await fixture.stop();
    await using later = new McpFixture({ servers: entry(server.url), like: fixture });
    expect(await later.ready()).toMatchObject({ state: 'connected' });
    oauth.expireAccess();
    const calls = await Promise.all([later.call('mcp__s__get'), later.call('mcp__s__get')]);
    expect(calls.map(({ content }) => content)).toEqual(['got it', 'got it']);
    const refreshes = oauth.asked.filter(({ body }) => body.includes('grant_type=refresh_token'));
    expect(refreshes).toHaveLength(1);
  });

  it('is asked for again when the server forgets it, and survives a server that is killed during a call and started again', async () => {
    await using oauth = await OAuthServer.start();
    const calls = { endIt: false };
    const misbehave: ProtectedOptions['misbehave'] = ({ method }) => {
      if (method !== 'tools/call' || !calls.endIt) return false;
      void server[Symbol.asyncDispose]();
      return true;
    };
    const server: HttpMcpServer = await protectedMcpServer(oauth, { misbehave });
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    await signInAt(fixture);
    oauth.forget();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('sign in');
    const row = await fixture.until(({ state }) => state === 'needs_sign_in');
    expect(row.signIn).toMatchObject({ kind: 'needed', problem: expect.stringContaining('doesn’t accept the earlier sign-in') });
    await signInAt(fixture);
    const { port } = server;
    calls.endIt = true;
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(/reached|gone|broke off/u);
    await using again = await protectedMcpServer(oauth, { port });
    await fixture.until(({ state }) => state === 'connected');
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
    expect(again.methods).toContain('tools/call');
  });

  it('asks for further permissions only when a person signs in again', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth, { callScope: 'write' });
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    await signInAt(fixture);
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('wants further permissions (write)');
    expect(fixture.row()).toMatchObject({ state: 'connected', signIn: { kind: 'signed_in', wants: 'write' } });
    const page = new URL(await pageOf(fixture));
    expect(page.searchParams.get('scope')).toBe('read write');
    await agreeOnPage(page.href);
    await fixture.until(({ state, signIn }) => state === 'connected' && signIn?.kind === 'signed_in' && signIn.wants === '');
    expect((await fixture.call('mcp__s__get')).content).toBe('got it');
  });

  it('ends when the person signs out: here, and at the server', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    await signInAt(fixture);
    await fixture.mcp.signIn('s')?.signOut();
    expect(fixture.row()).toMatchObject({ state: 'needs_sign_in', signIn: { kind: 'needed', problem: null } });
    expect(oauth.paths()).toContain('/revoke');
    expect(JSON.parse(readFileSync(join(fixture.project.stateDir, 'sign-ins.json'), 'utf8'))).toMatchObject({ signIns: {} });
  });

  it('can be cancelled, and started again', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    const page = await pageOf(fixture);
    fixture.mcp.signIn('s')?.cancel();
    await fixture.until(({ signIn }) => signIn?.kind === 'needed');
    await expect(agreeOnPage(page)).rejects.toThrow('fetch failed');
    expect(fixture.row().signIn).toEqual({ kind: 'needed', problem: null });
    await signInAt(fixture);
  });

  it('takes the address at which a browser on another machine ended', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url) });
    await fixture.ready();
    const page = await fetch(await pageOf(fixture), { redirect: 'manual' });
    const address = page.headers.get('location') ?? '';
    expect(fixture.mcp.signIn('s')?.receive(address.replace(/state=[^&]+/u, 'state=other'))).toBe(false);
    expect(fixture.mcp.signIn('s')?.receive(` ${address}\n`)).toBe(true);
    await fixture.until(({ state }) => state === 'connected');
  });

  it('uses a client, a port, scopes and metadata that the entry names', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    const callbackPort = await freePort();
    oauth.know('by-hand', `http://localhost:${callbackPort}/callback`);
    const settings = {
      clientId: 'by-hand',
      callbackPort,
      scopes: 'all of it',
      authServerMetadataUrl: `${oauth.address}/.well-known/oauth-authorization-server`,
    };
    await using fixture = new McpFixture({ servers: entry(server.url, { oauth: settings }) });
    await fixture.ready();
    const page = new URL(await pageOf(fixture));
    expect(page.searchParams.get('scope')).toBe('all of it');
    expect(page.searchParams.get('client_id')).toBe('by-hand');
    await agreeOnPage(page.href);
    await fixture.until(({ state }) => state === 'connected');
    expect(oauth.paths()).not.toContain('/register');
  });

  it('isn’t offered for an entry that says by itself what to send', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    await using fixture = new McpFixture({ servers: entry(server.url, { headers: { authorization: 'Bearer no' } }) });
    const row = await fixture.ready();
    expect(row).toMatchObject({ state: 'failed', signIn: null, reason: 'The server refuses the headers of its entry (HTTP 401).' });
  });

  it('is kept with the system’s keychain where there is one, which a process without it can’t read', async () => {
    await using oauth = await OAuthServer.start();
    await using server = await protectedMcpServer(oauth);
    // What a machine without a desktop lacks.
    const keychain: SecretCipher = {
      kind: 'keychain',
      encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
      decrypt: (data) => Buffer.from(data.map((byte) => byte ^ 0x5a)).toString('utf8'),
    };
    await using fixture = new McpFixture({ servers: entry(server.url), keychain: () => keychain });
    await fixture.ready();
    await signInAt(fixture);
    oauth.expireAccess();
    await fixture.call('mcp__s__get');
    const { signIns } = JSON.parse(readFileSync(join(fixture.project.stateDir, 'sign-ins.json'), 'utf8')) as { signIns: object };
    expect(Object.values(signIns)).toEqual([expect.objectContaining({ by: 'keychain' })]);
    await using without = new McpFixture({ servers: entry(server.url), like: fixture });
    expect(await without.ready()).toMatchObject({ state: 'needs_sign_in' });
  });
});
