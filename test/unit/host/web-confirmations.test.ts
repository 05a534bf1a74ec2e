import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setLogSink } from '#main/log/logger.ts';
import { startWebHost, type WebHost, type WebHostOptions } from '#main/host/web/web-host.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { FakeEngine } from './fake-engine.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

interface Reply {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

const rendererDir = mkdtempSync(join(tmpdir(), 'gatehouse-confirm-'));
let engine: FakeEngine;
let host: WebHost;
let base: string;
let cookie: string;
let socket: WebSocket;

beforeAll(() => writeFileSync(join(rendererDir, 'index.html'), '<p>window</p>'));
afterAll(() => rmSync(rendererDir, { recursive: true, force: true }));

beforeEach(async () => {
  engine = new FakeEngine();
  host = await startWebHost({ engine, port: 0, rendererDir, outsidePage: () => ({ isOn: true }) });
  const { pathname, search } = new URL(host.url);
  const login = await send(pathname + search);
  base = String(login.headers['location']);
  cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  socket = await openSocket(page(), { origin: `http://${page()}`, cookie });
  return () => host.close();
});

const page = (): string => `127.0.0.1:${host.port}`;
const frame = (): string => `localhost:${host.port}`;

function send(path: string, { body, method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: host.port, path, method, headers: { host: page(), ...headers }, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

function openSocket(authority: string, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const opened = new WebSocket(`ws://127.0.0.1:${host.port}${base}ws`, { headers: { host: authority, ...headers } });
    opened.on('open', () => resolve(opened));
    opened.on('error', reject);
  });
}

function trust(): Promise<Reply> {
  return new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Reply));
    socket.send(JSON.stringify({ id: 1, command: 'project.trust', input: { projectDir: '/<b>p' } }));
  });
}

/** Asks, and reads the question as the browser's frame does. */
async function ask() {
  const { error } = await trust();
  const path = new URL(error?.message ?? '').pathname;
  const document = await send(path, { host: frame(), 'sec-fetch-dest': 'iframe' });
  const valueOf = (name: string): string => new RegExp(`data-${name}="([^"]+)"`).exec(document.body)?.[1] ?? '';
  return { path, document, given: { secret: valueOf('secret'), digest: valueOf('digest'), confirmed: true } };
}

const answer = (path: string, given: object, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', host: frame(), origin: `http://${frame()}`, body: JSON.stringify(given), ...headers });

describe('a question outside the page', () => {
  it('is asked at another origin, and its confirmation lets the command through once', async () => {
    const { path, given } = await ask();
    expect((await answer(path, given)).status).toBe(200);
    expect(await trust()).toMatchObject({ ok: true });
    expect(await trust()).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
    expect(engine.handled.filter(({ command }) => command === 'project.trust')).toHaveLength(1);
  });

  it('shows what is asked as text, in a document that only the page may frame and that runs only its own script', async () => {
    const { document } = await ask();
    expect(document.body).toContain('Trust this folder?');
    expect(document.body).toContain('/&lt;b&gt;p');
    const policy = String(document.headers['content-security-policy']);
    expect(policy).toContain(`default-src 'none'; script-src 'self'`);
    expect(policy).toContain(`frame-ancestors http://${page()}`);
    expect(document.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('lets nothing through before it is confirmed, nor after it was cancelled', async () => {
    const { path, given } = await ask();
    expect(await trust()).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
    expect((await answer(path, { ...given, confirmed: false })).status).toBe(200);
    expect((await answer(path, given)).status).toBe(403);
    expect(await trust()).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
    expect(engine.refusals).toMatchObject([
      { reason: 'unconfirmed', command: 'project.trust', digest: given.digest },
      { reason: 'wrong_answer', command: null },
    ]);
  });

  it('is for one window', async () => {
    const { path, given } = await ask();
    await answer(path, given);
    socket = await openSocket(page(), { origin: `http://${page()}`, cookie });
    expect(await trust()).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
  });

  it('accepts no answer from the page, without its secret, or to something else', async () => {
    const { path, given } = await ask();
    const logged: string[] = [];
    onTestFinished(setLogSink('warn', ({ message }) => void logged.push(message)));
    const tries: readonly (readonly [given: object, headers: Record<string, string>])[] = [
      [given, { origin: `http://${page()}` }],
      [given, { origin: `http://${page()}`, host: page() }],
      [given, { 'sec-fetch-site': 'cross-site' }],
      [given, { origin: 'null' }],
      [{ ...given, secret: 'wrong' }, {}],
      [{ ...given, digest: 'wrong' }, {}],
      [{ ...given, more: true }, {}],
      [{ confirmed: true }, {}],
      [{ ...given, more: 'x'.repeat(10_000) }, {}],
    ];
    for (const [wrong, headers] of tries) expect([403, 405]).toContain((await answer(path, wrong, headers)).status);
    // One was for the page's origin, which takes no answers at all.
    expect(logged).toEqual(tries.slice(1).map(() => 'A confirmation was refused: it is not the frame’s answer to what was shown'));
    expect(await trust()).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
  });

  it('can’t be opened as a page, read by a script, or fetched at the page’s origin', async () => {
    const { path, given } = await ask();
    for (const headers of [{ 'sec-fetch-dest': 'document' }, { 'sec-fetch-dest': 'empty' }, {}])
      expect((await send(path, { host: frame(), ...headers })).body).not.toContain(given.secret);
    expect((await send(path, { cookie, 'sec-fetch-dest': 'iframe' })).status).toBe(404);
  });

  it('asks at most 20 questions of a window at once', async () => {
    const { path, given } = await ask();
    for (let more = 0; more < 20; more += 1) await trust();
    expect((await answer(path, given)).status).toBe(403);
  });
});

describe('the origin of the questions', () => {
  it('has no window and no socket', async () => {
    expect((await send(base, { host: frame(), cookie })).status).toBe(404);
    await expect(openSocket(frame(), { origin: `http://${frame()}`, cookie })).rejects.toThrow('403');
  });

  it('serves the script and the style of its document, and no other file', async () => {
    for (const [file, type] of [
      ['frame.js', 'text/javascript; charset=utf-8'],
      ['frame.css', 'text/css; charset=utf-8'],
    ])
      expect((await send(`${base}confirm/${file}`, { host: frame() })).headers['content-type']).toBe(type);
    for (const path of [`${base}confirm/`, `${base}confirm/..%2fdemo%2fscript.json`, '/confirm/frame.js', '//', '/%'])
      expect((await send(path, { host: frame() })).status, path).toBe(404);
  });

  it('may be framed by the page, and no other may', async () => {
    const policy = String((await send(base, { cookie })).headers['content-security-policy']);
    expect(policy).toContain(`frame-src http://${frame()};`);
  });
});

describe('a browser host for other machines', () => {
  const tls = { cert: Buffer.from(''), key: Buffer.from(''), names: [] };
  it.each<Partial<WebHostOptions>>([{ bind: '0.0.0.0' }, { bind: '::1' }, { names: ['desk.example', '127.0.0.1'] }, { tls }])(
    'doesn’t start where it can’t ask outside the page: %j',
    async (served) => {
      await expect(startWebHost({ engine, port: 0, rendererDir, outsidePage: () => ({ isOn: true }), ...served })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('gatehouse.confirmOutsidePage'),
      });
    },
  );

  it('names the settings file that can’t be read', async () => {
    const outsidePage = () => ({ isOn: true, unread: 'It counts as on until /home/ada/settings.json can be read.' });
    await expect(startWebHost({ engine, port: 0, rendererDir, outsidePage, bind: '0.0.0.0' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/\/home\/ada\/settings\.json can be read\..*correct the file/u),
    });
  });
});
