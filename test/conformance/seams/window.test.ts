import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { CHANNELS } from '#main/host/electron/window-lines.ts';
import { startElectron } from '#main/host/electron/start-electron.ts';
import { startWebHost } from '#main/host/web/web-host.ts';
import { app, BrowserWindow, double, invokeMain } from '../../e2e/electron-double/electron.ts';
import { FakeEngine } from '../../unit/host/fake-engine.ts';
import { seamRow } from './seam-rows.ts';

vi.mock('electron', () => import('../../e2e/electron-double/electron.ts'));

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-window-'));
const engine = new FakeEngine();
const answer = { sessionId: 's', askId: 'p1', digest: 'd', answer: { type: 'allow_once' } };
const request = { id: 1, command: 'permission.answer', input: answer };

beforeAll(async () => {
  const preloadFile = join(folder, 'preload.js');
  writeFileSync(preloadFile, '');
  writeFileSync(join(folder, 'index.html'), '<p>window</p>');
  startElectron({ createEngine: () => engine, rendererDir: folder, preloadFile });
  app.becomeReady();
  await vi.waitUntil(() => BrowserWindow.all.length === 1, { timeout: 60_000 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  engine.handled.length = 0;
  double.log.length = 0;
});

function contents(): BrowserWindow['webContents'] {
  const [window] = BrowserWindow.all;
  if (!window) throw new Error('no window');
  return window.webContents;
}

it('ipc-001: ignores IPC from any frame but our page’s main frame', async () => {
  const origin = /https:\S+/u.exec(String(seamRow('ipc-001').context['sender']))?.[0];
  const { mainFrame } = contents();
  for (const frame of [{ origin }, { origin: mainFrame.origin }, null])
    expect(await invokeMain(contents(), frame, CHANNELS.request, [request])).toMatchObject({ ok: false, error: { code: 'refused' } });
  const own = mainFrame.origin;
  mainFrame.origin = String(origin);
  expect(await invokeMain(contents(), mainFrame, CHANNELS.request, [request])).toMatchObject({ ok: false, error: { code: 'refused' } });
  mainFrame.origin = own;
  expect(engine.handled).toEqual([]);
  expect(await invokeMain(contents(), mainFrame, CHANNELS.request, [request])).toMatchObject({ ok: true });
});

it.each([
  ['ipc-009', 'ftp://evil.example/x'],
  ['ipc-010', 'ms-msdt:/id'],
])('%s: opens only http, https and mailto links', async (id, another) => {
  const { url } = seamRow(id).input['payload'] as { url: string };
  for (const one of [url, another, 'javascript:alert(1)', 'app://ui/index.html']) {
    expect(
      await invokeMain(contents(), contents().mainFrame, CHANNELS.request, [{ id: 1, command: 'shell.openExternal', input: { url: one } }]),
    ).toMatchObject({
      ok: false,
      error: { code: 'unknown_command' },
    });
    double.dialogAnswers.push({ response: 0 });
    expect(contents().openHandler?.({ url: one })).toEqual({ action: 'deny' });
    await new Promise(setImmediate);
    double.dialogAnswers.length = 0;
  }
  expect(double.log).toEqual([]);
});

it('opens a web link only after confirmation', async () => {
  double.dialogAnswers.push({ response: 1 }, { response: 0 });
  for (const path of ['first', 'second']) {
    contents().openHandler?.({ url: `https://example.com/${path}` });
    await new Promise(setImmediate);
  }
  expect(double.log.filter(({ what }) => what === 'openExternal')).toEqual([
    { what: 'openExternal', details: 'https://example.com/second' },
  ]);
});

it('shell.openPath reveals files of the project and opens nothing', async () => {
  const show = (path: string) =>
    invokeMain(contents(), contents().mainFrame, CHANNELS.request, [
      { id: 1, command: 'shell.openPath', input: { path, projectDir: folder } },
    ]);
  for (const path of ['/etc/passwd', join(folder, '../..'), `${folder}-evil`]) expect(await show(path)).toMatchObject({ ok: false });
  expect(double.log).toEqual([]);
});

it('ipc-022: blocks navigation away from the app page', () => {
  const { url } = seamRow('ipc-022').input['payload'] as { url: string };
  for (const event of ['will-navigate', 'will-redirect', 'will-attach-webview']) {
    const preventDefault = vi.fn();
    contents().emit(event, { preventDefault, url }, url);
    expect(preventDefault, event).toHaveBeenCalled();
  }
  expect(BrowserWindow.all[0]?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

it('ipc-015: accepts a socket only from our origin with the cookie', async () => {
  const { origin } = seamRow('ipc-015').input['payload'] as { origin: string };
  const host = await startWebHost({ engine, port: 0, rendererDir: folder });
  try {
    const linked = await fetch(host.newUrl(), { redirect: 'manual' });
    const base = linked.headers.get('location') ?? '';
    const cookie = linked.headers.get('set-cookie')?.split(';')[0] ?? '';
    const own = `http://127.0.0.1:${String(host.port)}`;
    const open = (headers: Record<string, string>): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${String(host.port)}${base}ws`, { headers });
        socket.on('open', () => {
          resolve(true);
          socket.terminate();
        });
        socket.on('error', () => resolve(false));
      });
    expect(await open({ origin, cookie })).toBe(false);
    expect(await open({ origin: own })).toBe(false);
    expect(await open({ origin: own, cookie, host: 'evil.example' })).toBe(false);
    expect(await open({ cookie })).toBe(false);
    expect(await open({ origin: own, cookie })).toBe(true);
  } finally {
    await host.close();
  }
});
