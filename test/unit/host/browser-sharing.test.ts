import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserSharing } from '#main/host/electron/sharing/browser-sharing.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import type { SharingSetting } from '#shared/settings/sharing-setting.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { FakeEngine } from './fake-engine.ts';

const rendererDir = mkdtempSync(join(tmpdir(), 'gatehouse-sharing-'));
beforeAll(() => writeFileSync(join(rendererDir, 'index.html'), '<p>window</p>'));
afterAll(() => rmSync(rendererDir, { recursive: true, force: true }));

/** An engine whose process can end. */
class EngineWithConnection extends FakeEngine {
  connected: (isConnected: boolean) => void = () => undefined;

  onConnection(listener: (connected: boolean) => void): () => void {
    this.connected = listener;
    return () => (this.connected = () => undefined);
  }
}

function setup({ outside = { isOn: false }, setting = {} }: { outside?: OutsidePage; setting?: SharingSetting } = {}) {
  const engine = new EngineWithConnection();
  engine.answer = (command) => (command === 'app.state' ? { host: 'electron' } : { sessions: [] });
  const changes: boolean[] = [];
  const sharing = new BrowserSharing({
    engine,
    rendererDir,
    outsidePage: () => outside,
    setting: () => Promise.resolve(setting),
    onChange: () => void changes.push(sharing.isOn),
  });
  onTestFinished(() => sharing.end());
  /** As a person does who agrees. */
  const share = async (): Promise<string> => {
    await sharing.start(await sharing.plan());
    return sharing.link();
  };
  return { engine, sharing, changes, share };
}

/** A browser: opens the link, and then the window's socket. */
async function browser(link: string) {
  const entered = await fetch(link, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { host, origin } = new URL(link);
  const page = new URL(entered.headers.get('location') ?? '', link);
  const open = async () => {
    const socket = new WebSocket(`ws://${host}${page.pathname}ws`, { headers: { origin, cookie } });
    await once(socket, 'open');
    return socket;
  };
  const ask = async (socket: WebSocket, command: string) => {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, command, input: command === 'app.state' ? {} : { projectDir: '/p' } }));
    return JSON.parse(String((await answered)[0])) as object;
  };
  return { status: entered.status, page, cookie, open, ask };
}

it('is off until it is started', async () => {
  const { engine, sharing, changes, share } = setup();
  expect(sharing.isOn).toBe(false);
  expect(() => sharing.link()).toThrow('stopped');
  expect(engine.listenerCount).toBe(0);
  const link = await share();
  expect(sharing.isOn).toBe(true);
  expect(changes).toEqual([true]);
  expect(new URL(link).hostname).toBe('127.0.0.1');
});

it('shares the engine with each browser that has a link, once', async () => {
  const { engine, sharing, share } = setup();
  const link = await share();
  const first = await browser(link);
  const socket = await first.open();
  expect(await first.ask(socket, 'session.list')).toMatchObject({ ok: true, output: { sessions: [] } });
  expect(engine.handled.map(({ command }) => command)).toEqual(['session.list']);
  expect((await browser(link)).status).toBe(401);
  expect((await browser(await share())).status).toBe(303);
  expect(sharing.browsers.map(({ number }) => number)).toEqual([1, 2]);
});

it('says to its pages that they are in a browser', async () => {
  const { share } = setup();
  const { open, ask } = await browser(await share());
  expect(await ask(await open(), 'app.state')).toMatchObject({ ok: true, output: { host: 'web' } });
});

it('starts one server, however often it is asked', async () => {
  const { share, changes } = setup();
  const [one, other] = await Promise.all([share(), share()]);
  expect(new URL(one).host).toBe(new URL(other).host);
  expect(changes).toEqual([true]);
});

it('signs a browser out', async () => {
  const { sharing, share } = setup();
  const { page, cookie, open } = await browser(await share());
  const socket = await open();
  const closed = once(socket, 'close');
  expect(sharing.signOut(1)).toBe(true);
  expect(sharing.signOut(1)).toBe(false);
  expect((await closed)[0]).toBe(4401);
  expect((await fetch(page, { headers: { cookie } })).status).toBe(401);
});

it('ends every connection and the server when it stops, and old links don’t work afterwards', async () => {
  const { engine, sharing, changes, share } = setup();
  const unused = await share();
  const { open } = await browser(await share());
  const socket = await open();
  const closed = once(socket, 'close');
  await sharing.stop();
  await closed;
  expect(sharing.isOn).toBe(false);
  expect(changes).toEqual([true, false]);
  await expect(fetch(unused)).rejects.toThrow();
  await expect.poll(() => engine.closedWindows.length).toBe(1);
  const again = new URL(await share());
  expect(again.pathname).not.toBe(new URL(unused).pathname);
});

it('can’t be started again once the app quits, not even by a start under way', async () => {
  const { sharing } = setup();
  const at = await sharing.plan();
  const starting = expect(sharing.start(at)).rejects.toMatchObject({ code: 'unavailable' });
  await sharing.end();
  await starting;
  await expect(sharing.start(at)).rejects.toMatchObject({ code: 'unavailable' });
  expect(() => sharing.link()).toThrow('stopped');
  expect(sharing.isOn).toBe(false);
});

it('disconnects its pages when the engine is lost: they connect again', async () => {
  const { engine, share } = setup();
  const { open, ask } = await browser(await share());
  const closed = once(await open(), 'close');
  engine.connected(false);
  expect((await closed)[0]).toBe(1013);
  expect(await ask(await open(), 'session.list')).toMatchObject({ ok: true });
});

it('asks outside the page where the setting is on', async () => {
  const { engine, share } = setup({ outside: { isOn: true } });
  const { open } = await browser(await share());
  const socket = await open();
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, command: 'project.trust', input: { projectDir: '/p' } }));
  expect(JSON.parse(String((await answered)[0]))).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
  expect(engine.handled).toEqual([]);
});

describe('where it listens', () => {
  const TLS = join(import.meta.dirname, '../../support/tls');
  const certificate = join(TLS, 'test-server.cert.pem');
  const key = join(TLS, 'test-server.key.pem');

  it('is this machine alone, and unused browsers are signed out after a day, unless a setting says otherwise', async () => {
    expect(await setup().sharing.plan()).toEqual({
      port: 0,
      bind: '127.0.0.1',
      names: ['127.0.0.1', 'localhost'],
      tls: undefined,
      idleMs: 24 * 3_600_000,
    });
  });

  it('is what the setting says', async () => {
    const { sharing } = setup({ setting: { port: 4200, host: '0.0.0.0', names: ['Desk.example'], certificate, key, signOutAfter: 0.5 } });
    expect(await sharing.plan()).toMatchObject({
      port: 4200,
      bind: '0.0.0.0',
      names: ['desk.example', 'model.example', 'localhost', '127.0.0.1'],
      tls: { names: ['model.example', 'localhost', '127.0.0.1'] },
      idleMs: 1_800_000,
    });
  });

  it('serves with the certificate', async () => {
    const { sharing, share } = setup({ setting: { names: ['127.0.0.1'], certificate, key } });
    const { origin, pathname, hostname, port } = new URL(await share());
    expect(origin).toBe(`https://127.0.0.1:${port}`);
    const answered = once(get({ hostname, port, path: pathname, ca: readFileSync(certificate), agent: false }), 'response');
    expect(((await answered)[0] as IncomingMessage).statusCode).toBe(401);
    await expect(fetch(`http://${hostname}:${port}${pathname}`)).rejects.toThrow();
    await sharing.stop();
  });

  it.each<[why: string, SharingSetting]>([
    ['gatehouse.sharing.withoutTls', { host: '0.0.0.0' }],
    ['gatehouse.sharing.certificate and gatehouse.sharing.key go together', { certificate }],
    ['gatehouse.sharing.certificate: /nowhere.pem can’t be read', { certificate: '/nowhere.pem', key }],
    ['Add gatehouse.sharing.names', { host: '0.0.0.0', withoutTls: true }],
    ['gatehouse.sharing.names takes a name', { names: ['https://desk.example'] }],
  ])('nothing, and the reason names the setting: %s', async (why, setting) => {
    const { sharing } = setup({ setting });
    await expect(sharing.plan()).rejects.toThrow(why);
  });

  it('nothing where answers are confirmed outside the page and others could connect', async () => {
    const { sharing, share } = setup({ outside: { isOn: true }, setting: { names: ['127.0.0.1'], certificate, key } });
    await expect(share()).rejects.toThrow('Leave out gatehouse.sharing.host');
    expect(sharing.isOn).toBe(false);
  });

  it('nothing when the address isn’t this machine’s', async () => {
    const { share } = setup({ setting: { host: '192.0.2.7', withoutTls: true } });
    await expect(share()).rejects.toThrow('Choose another with gatehouse.sharing.host');
  });
});
