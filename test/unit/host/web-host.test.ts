import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pushMessage } from '#shared/contract/message.ts';
import { FIRST_SCRIPT } from '#shared/contract/first-script.ts';
import { startWebHost, type WebHost } from '#main/host/web/web-host.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeEngine } from './fake-engine.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const rendererDir = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
let engine: FakeEngine;
let host: WebHost;

beforeAll(() => {
  mkdirSync(join(rendererDir, 'assets'));
  writeFileSync(join(rendererDir, 'index.html'), '<p>window</p>');
  writeFileSync(join(rendererDir, 'assets/app-1.js'), 'let a');
});
afterAll(() => rmSync(rendererDir, { recursive: true, force: true }));

beforeEach(async () => {
  engine = new FakeEngine();
  host = await startWebHost({ engine, port: 0, rendererDir });
  return () => host.close();
});

/** Sends the path unchanged: a URL parser would normalize what the tests are about. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: host.port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    call.on('error', reject).end();
  });
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function logIn(): Promise<{ cookie: string; base: string }> {
  const answer = await get(pathOf(host.newUrl()));
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', base: String(answer.headers['location']) };
}

function openSocket(path: string, headers: Record<string, string>): Promise<WebSocket | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });
}

function nextMessage(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))));
}

describe('the link', () => {
  it('is exchanged for an HttpOnly, SameSite cookie, and leaves the address', async () => {
    const answer = await get(pathOf(host.url));
    expect(answer.status).toBe(303);
    const base = String(answer.headers['location']);
    expect(base).toMatch(/^\/[\w-]{32}\/$/);
    expect(String(answer.headers['set-cookie'])).toMatch(new RegExp(`^gatehouse=[\\w-]{32}; Path=${base}; HttpOnly; SameSite=Strict$`));
  });

  it('works once, and again only for the browser that used it', async () => {
    const first = await get(pathOf(host.url));
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await get(pathOf(host.url))).status).toBe(401);
    expect((await get(pathOf(host.url), { cookie })).status).toBe(303);
  });

  it('can be renewed for another browser', async () => {
    await get(pathOf(host.url));
    expect(host.newUrl()).not.toBe(host.url);
    expect((await get(pathOf(host.newUrl()))).status).toBe(303);
  });

  it.each(['', '?token=', '?token=wrong'])('is rejected as %j', async (search) => {
    const { base } = await logIn();
    expect((await get(base + search)).status).toBe(401);
  });

  it('is requested by a page of an earlier run', async () => {
    const answer = await get(`/${'x'.repeat(32)}/`);
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('fresh link');
  });

  it('works when opened from another site, whose navigation carries no strict cookie', async () => {
    const { base, cookie } = await logIn();
    const bounce = await get(base, { 'sec-fetch-site': 'cross-site' });
    expect(bounce.status).toBe(200);
    expect(bounce.body).toContain(`url=${base}?from-link`);
    expect(bounce.body).not.toContain('window');
    expect((await get(`${base}?from-link`, { cookie, 'sec-fetch-site': 'same-origin' })).body).toBe('<p>window</p>');
    expect((await get(`${base}?from-link`, { 'sec-fetch-site': 'same-origin' })).status).toBe(401);
  });
});

describe('files', () => {
  it('have a strict content security policy', async () => {
    const { base, cookie } = await logIn();
    const answer = await get(base, { cookie });
    expect(answer).toMatchObject({ status: 200, body: '<p>window</p>' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    const firstScript = createHash('sha256').update(FIRST_SCRIPT).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${firstScript}';`);
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${host.port};`);
  });

  it.each(['assets/app-1.js', 'index.html', ''])('are refused without the cookie: %j', async (path) => {
    const { base } = await logIn();
    expect((await get(base + path)).status).toBe(401);
    expect((await get(base + path, { cookie: 'gatehouse=wrong' })).status).toBe(401);
  });

  it.each(['../package.json', '%2e%2e/package.json', '..%2f..%2fetc%2fpasswd', 'assets/../../package.json', 'missing.js'])(
    'are not found at %j',
    async (path) => {
      const { base, cookie } = await logIn();
      expect((await get(base + path, { cookie })).status).toBe(404);
    },
  );

  it.each(['/index.html', '/assets/app-1.js', '/ws'])('are not found outside the secret path: %j', async (path) => {
    const { cookie } = await logIn();
    expect((await get(path, { cookie })).status).toBe(404);
  });

  it('can only be read', async () => {
    const { base, cookie } = await logIn();
    expect((await get(base, { cookie }, 'POST')).status).toBe(405);
    expect(await get(base, { cookie }, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
});

describe('a foreign address', () => {
  it.each(['gatehouse.example', '127.0.0.1', '127.0.0.1:1', 'localhost.example:80', '[::1]:80'])(
    'is refused with or without the cookie: Host %s',
    async (name) => {
      const { base, cookie } = await logIn();
      expect((await get(base, { cookie, host: name })).status).toBe(421);
      expect((await get(pathOf(host.newUrl()), { host: name })).status).toBe(421);
      expect(await openSocket(`${base}ws`, { cookie, host: name, origin: `http://${name}` })).toBe(403);
    },
  );

  it('survives a request that is not HTTP', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(host.port, '127.0.0.1', () => socket.end('\0\x01 nonsense\r\n\r\n'));
      socket.on('close', () => resolve()).resume();
    });
    expect((await logIn()).cookie).not.toBe('');
  });
});

describe('the socket', () => {
  it('carries requests, answers and pushes', async () => {
    const { base, cookie } = await logIn();
    engine.answer = () => ({ sessions: [] });
    const socket = (await openSocket(`${base}ws`, { cookie, origin: `http://127.0.0.1:${host.port}` })) as WebSocket;
    socket.send(JSON.stringify({ id: 1, command: 'session.list', input: { projectDir: '/p' } }));
    expect(await nextMessage(socket)).toEqual({ id: 1, ok: true, output: { sessions: [] } });
    const push = pushMessage('rules.changed', { projectDir: '/p' });
    engine.push(push);
    expect(await nextMessage(socket)).toEqual([push]);
    socket.send('{not json');
    expect(await nextMessage(socket)).toMatchObject({ id: -1, ok: false });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.close();
    await closed;
    await expect.poll(() => engine.listenerCount).toBe(0);
  });

  it('opens only for our own page with the cookie', async () => {
    const { base, cookie } = await logIn();
    const origin = `http://127.0.0.1:${host.port}`;
    expect(await openSocket(`${base}ws`, { origin })).toBe(403);
    expect(await openSocket(`${base}ws`, { origin, cookie: 'gatehouse=wrong' })).toBe(403);
    expect(await openSocket(`${base}ws`, { cookie })).toBe(403);
    expect(await openSocket(`${base}ws`, { cookie, origin: 'null' })).toBe(403);
    expect(await openSocket(`${base}ws`, { cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await openSocket(`${base}ws`, { cookie, origin: `http://localhost:${host.port}` })).toBe(403);
    expect(await openSocket('/ws', { cookie, origin })).toBe(403);
    expect(engine.handled).toEqual([]);
  });
});

it('explains what to do when the port is taken', async () => {
  await expect(startWebHost({ engine, port: host.port, rendererDir })).rejects.toThrow(/--port/);
});

it('closes every connection when it closes', async () => {
  const { base, cookie } = await logIn();
  const other = await startWebHost({ engine, port: 0, rendererDir });
  await other.close();
  const socket = (await openSocket(`${base}ws`, { cookie, origin: `http://127.0.0.1:${host.port}` })) as WebSocket;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await host.close();
  await closed;
  await expect(get('/')).rejects.toThrow(/ECONNREFUSED/);
});
