import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserSharing } from '#main/host/electron/sharing/browser-sharing.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
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

function setup(setting: OutsidePage = { isOn: false }) {
  const engine = new EngineWithConnection();
  engine.answer = (command) => (command === 'app.state' ? { host: 'electron' } : { sessions: [] });
  const changes: boolean[] = [];
  const sharing = new BrowserSharing({
    engine,
    rendererDir,
    outsidePage: () => setting,
    onChange: () => void changes.push(sharing.isOn),
  });
  onTestFinished(() => sharing.end());
  return { engine, sharing, changes };
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

it('is off until a link is asked for', async () => {
  const { engine, sharing, changes } = setup();
  expect(sharing.isOn).toBe(false);
  expect(engine.listenerCount).toBe(0);
  const link = await sharing.link();
  expect(sharing.isOn).toBe(true);
  expect(changes).toEqual([true]);
  expect(new URL(link).hostname).toBe('127.0.0.1');
});

it('shares the engine with each browser that has a link, once', async () => {
  const { engine, sharing } = setup();
  const link = await sharing.link();
  const first = await browser(link);
  const socket = await first.open();
  expect(await first.ask(socket, 'session.list')).toMatchObject({ ok: true, output: { sessions: [] } });
  expect(engine.handled.map(({ command }) => command)).toEqual(['session.list']);
  expect((await browser(link)).status).toBe(401);
  expect((await browser(await sharing.link())).status).toBe(303);
  expect(sharing.browsers.map(({ number }) => number)).toEqual([1, 2]);
});

it('says to its pages that they are in a browser', async () => {
  const { sharing } = setup();
  const { open, ask } = await browser(await sharing.link());
  expect(await ask(await open(), 'app.state')).toMatchObject({ ok: true, output: { host: 'web' } });
});

it('starts one server, however often it is asked', async () => {
  const { sharing, changes } = setup();
  const [one, other] = await Promise.all([sharing.link(), sharing.link()]);
  expect(new URL(one).host).toBe(new URL(other).host);
  expect(changes).toEqual([true]);
});

it('signs a browser out', async () => {
  const { sharing } = setup();
  const { page, cookie, open } = await browser(await sharing.link());
  const socket = await open();
  const closed = once(socket, 'close');
  expect(sharing.signOut(1)).toBe(true);
  expect(sharing.signOut(1)).toBe(false);
  expect((await closed)[0]).toBe(4401);
  expect((await fetch(page, { headers: { cookie } })).status).toBe(401);
});

it('ends every connection and the server when it stops, and old links don’t work afterwards', async () => {
  const { engine, sharing, changes } = setup();
  const unused = await sharing.link();
  const { open } = await browser(await sharing.link());
  const socket = await open();
  const closed = once(socket, 'close');
  await sharing.stop();
  await closed;
  expect(sharing.isOn).toBe(false);
  expect(changes).toEqual([true, false]);
  await expect(fetch(unused)).rejects.toThrow();
  await expect.poll(() => engine.closedWindows.length).toBe(1);
  const again = new URL(await sharing.link());
  expect(again.pathname).not.toBe(new URL(unused).pathname);
});

it('can’t be started again once the app quits, not even by a start under way', async () => {
  const { sharing } = setup();
  const starting = expect(sharing.link()).rejects.toMatchObject({ code: 'unavailable' });
  await sharing.end();
  await starting;
  await expect(sharing.link()).rejects.toMatchObject({ code: 'unavailable' });
  expect(sharing.isOn).toBe(false);
});

it('disconnects its pages when the engine is lost: they connect again', async () => {
  const { engine, sharing } = setup();
  const { open, ask } = await browser(await sharing.link());
  const closed = once(await open(), 'close');
  engine.connected(false);
  expect((await closed)[0]).toBe(1013);
  expect(await ask(await open(), 'session.list')).toMatchObject({ ok: true });
});

it('asks outside the page where the setting is on', async () => {
  const { engine, sharing } = setup({ isOn: true });
  const { open } = await browser(await sharing.link());
  const socket = await open();
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, command: 'project.trust', input: { projectDir: '/p' } }));
  expect(JSON.parse(String((await answered)[0]))).toMatchObject({ ok: false, error: { code: 'unconfirmed' } });
  expect(engine.handled).toEqual([]);
});
