import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { WebAccess } from '#main/host/web/access.ts';
import { AttemptLimit } from '#main/host/web/attempt-limit.ts';
import { MessageRate } from '#main/host/web/message-rate.ts';
import { readTlsFiles } from '#main/host/web/tls-files.ts';
import { SERVE_WORDS } from '#main/host/web/served-at.ts';
import { startWebHost, type WebHost, type WebHostOptions } from '#main/host/web/web-host.ts';
import { FakeEngine } from './fake-engine.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatehouse-remote-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
writeFileSync(join(dir, 'index.html'), '<p>window</p>');

const TLS = join(import.meta.dirname, '../../support/tls');
const CERT = join(TLS, 'test-server.cert.pem');
const KEY = join(TLS, 'test-server.key.pem');
const ca = readFileSync(CERT);

async function start(options: Partial<WebHostOptions> = {}): Promise<WebHost> {
  const host = await startWebHost({ engine: new FakeEngine(), port: 0, rendererDir: dir, ...options });
  onTestFinished(() => host.close());
  return host;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  // The name leads to this machine, whatever it is.
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path: pathname + search,
    headers: { host: `${hostname}:${port}`, ...headers },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const send = protocol === 'https:' ? httpsRequest({ ...options, ca, servername: hostname }) : httpRequest(options);
    send.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    send.on('error', reject).end();
  });
}

async function signIn(host: WebHost): Promise<{ base: string; cookie: string; flags: string }> {
  const { headers } = await get(host.newUrl(), { 'user-agent': 'Phone' });
  const [cookie = '', ...flags] = String(headers['set-cookie']).split('; ');
  return { base: new URL(String(headers['location']), host.url).href, cookie, flags: flags.join('; ') };
}

function openSocket(base: string, headers: Record<string, string>): Promise<WebSocket | number> {
  const url = new URL('ws', base);
  const target = `${url.protocol === 'https:' ? 'wss' : 'ws'}://127.0.0.1:${url.port}${url.pathname}`;
  return new Promise((resolve) => {
    const socket = new WebSocket(target, { ca, headers: { host: url.host, origin: url.origin, ...headers } });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });
}

describe('with a certificate', () => {
  const tls = (): Partial<WebHostOptions> => ({ tls: readTlsFiles(CERT, KEY, SERVE_WORDS), names: ['model.example', '127.0.0.1'] });

  it('links, cookie, policy and socket are for TLS alone', async () => {
    const host = await start(tls());
    expect(host.url).toMatch(new RegExp(`^https://model\\.example:${host.port}/[\\w-]{32}/\\?token=`, 'u'));
    const { base, cookie, flags } = await signIn(host);
    expect(flags).toMatch(/^Path=\/[\w-]{32}\/; HttpOnly; SameSite=Strict; Secure$/u);
    const page = await get(base, { cookie });
    expect(page).toMatchObject({ status: 200, body: '<p>window</p>' });
    expect(String(page.headers['content-security-policy'])).toContain(`connect-src 'self' wss://model.example:${host.port};`);
    const socket = await openSocket(base, { cookie });
    expect(socket).toBeInstanceOf(WebSocket);
    (socket as WebSocket).terminate();
  });

  it('other names, origins and plain HTTP are refused', async () => {
    const host = await start(tls());
    const { base, cookie } = await signIn(host);
    for (const name of ['localhost', 'rebound.example', 'model.example.evil.example'])
      expect((await get(base, { cookie, host: `${name}:${host.port}` })).status, name).toBe(421);
    for (const origin of [`http://model.example:${host.port}`, 'https://rebound.example', 'null'])
      expect(await openSocket(base, { cookie, origin }), origin).toBe(403);
    await expect(get(base.replace('https', 'http'), { cookie })).rejects.toThrow();
  });
});

describe('certificate files', () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const otherKey = (): string =>
    file('other.pem', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

  it('give the names that the certificate is for', () => {
    expect(readTlsFiles(CERT, KEY, SERVE_WORDS).names).toEqual(['model.example', 'localhost', '127.0.0.1']);
  });

  it.each([
    ['a missing certificate', () => [join(dir, 'none.pem'), KEY], 'none.pem can’t be read'],
    ['a missing key', () => [CERT, join(dir, 'none.pem')], '--tls-key: '],
    ['a folder', () => [dir, KEY], 'can’t be read'],
    ['a certificate that is none', () => [file('bad.pem', 'hello'), KEY], 'holds no certificate in PEM form'],
    ['a key that is none', () => [CERT, file('bad.pem', 'hello')], 'holds no private key in PEM form'],
    ['swapped files', () => [KEY, CERT], 'holds no certificate in PEM form'],
    ['the key of another certificate', () => [CERT, otherKey()], 'is not the key of the certificate'],
  ])('are refused with the reason: %s', (_name, files, why) => {
    const [cert = '', key = ''] = files();
    expect(() => readTlsFiles(cert, key, SERVE_WORDS)).toThrow(why);
  });

  it('are refused when the certificate has expired or isn’t valid yet', () => {
    expect(() => readTlsFiles(CERT, KEY, SERVE_WORDS, Date.parse('2200-01-01'))).toThrow('expired on Oct 28');
    expect(() => readTlsFiles(CERT, KEY, SERVE_WORDS, Date.parse('2000-01-01'))).toThrow('valid only from Nov 21');
  });
});

describe('signed-in browsers', () => {
  it('have a cookie each, and one is signed out without the others', async () => {
    const host = await start();
    const [phone, desk] = [await signIn(host), await signIn(host)];
    expect(phone.cookie).not.toBe(desk.cookie);
    expect(host.browsers()).toMatchObject([{ number: 1, agent: 'Phone' }, { number: 2 }]);
    const socket = (await openSocket(phone.base, { cookie: phone.cookie })) as WebSocket;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    expect(host.signOut(1)).toBe(true);
    expect(host.signOut(1)).toBe(false);
    expect(await closed).toBe(4401);
    expect((await get(phone.base, { cookie: phone.cookie })).status).toBe(401);
    expect(await openSocket(phone.base, { cookie: phone.cookie })).toBe(403);
    expect((await get(desk.base, { cookie: desk.cookie })).status).toBe(200);
  });

  it('are signed out when they aren’t used for the time that was set', () => {
    let now = 0;
    const access = new WebAccess({ idleMs: 1000, now: () => now });
    const signInNow = (): string => access.redeem(access.newToken())?.split(';')[0] ?? '';
    const [used, unused] = [signInNow(), signInNow()];
    let isClosed = false;
    const connection = access.connect(unused, () => (isClosed = true));
    now = 900;
    expect(access.hasCookie(used)).toBe(true);
    now = 1001;
    access.endIdle();
    expect(isClosed).toBe(true);
    expect([used, unused].map((cookie) => access.hasCookie(cookie))).toEqual([true, false]);
    // A connection that carries messages is in use.
    const working = access.connect(used, () => undefined);
    connection?.closed();
    now = 2000;
    working?.used();
    now = 2900;
    expect(access.hasCookie(used)).toBe(true);
  });
});

describe('limits', () => {
  it('wrong links are slowed down, right ones never', async () => {
    const host = await start();
    const wrong = `${new URL('.', host.url).href}?token=wrong`;
    for (let count = 0; count < 10; count += 1) expect((await get(wrong)).status).toBe(401);
    const refused = await get(wrong);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(host.newUrl())).status).toBe(303);
  });

  it('attempts count per address and for a minute, and addresses are bounded', () => {
    const limit = new AttemptLimit();
    for (let count = 0; count < 10; count += 1) expect(limit.failed('a', count)).toBe(0);
    expect(limit.failed('a', 30_000)).toBe(30);
    expect(limit.failed('b', 30_000)).toBe(0);
    expect(limit.failed('a', 60_001)).toBe(0);
    for (let count = 0; count < 2000; count += 1) limit.failed(`c${count}`, 60_002);
    expect(limit.failed('a', 60_003)).toBe(0);
  });

  it('a window that sends too much waits, and may go on at the usual rate', () => {
    const rate = new MessageRate(0);
    for (let count = 0; count < 2000; count += 1) expect(rate.take(0)).toBe(0);
    expect(rate.take(0)).toBe(2);
    expect(rate.take(1000)).toBe(0);
  });

  it('loses no message of such a window', async () => {
    const engine = new FakeEngine();
    const host = await start({ engine });
    const { base, cookie } = await signIn(host);
    const socket = (await openSocket(base, { cookie })) as WebSocket;
    const ids = new Set<number>();
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        ids.add((JSON.parse(data.toString()) as { id: number }).id);
        if (ids.size === 2600) resolve();
      });
    });
    for (let id = 0; id < 2600; id += 1) socket.send(JSON.stringify({ id, command: 'app.state', input: {} }));
    await answered;
    socket.terminate();
  });
});
