import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CONNECTION_TIMES, MAX_UNKNOWN, type ConnectionTimes } from '#main/host/web/connection-limits.ts';
import { startWebHost, type WebHost } from '#main/host/web/web-host.ts';
import { FakeEngine } from './fake-engine.ts';

const rendererDir = mkdtempSync(join(tmpdir(), 'gatehouse-limits-'));
writeFileSync(join(rendererDir, 'index.html'), '<p>window</p>');
afterAll(() => rmSync(rendererDir, { recursive: true, force: true }));

const SHORT_LIMITS: ConnectionTimes = { headers: 50, request: 50, idle: 50, check: 10 };

async function start(times?: ConnectionTimes): Promise<WebHost & AsyncDisposable> {
  const host = await startWebHost({ engine: new FakeEngine(), port: 0, rendererDir, ...(times && { times }) });
  return { ...host, [Symbol.asyncDispose]: () => host.close() };
}

async function open(port: number, text = ''): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

function closed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve();
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function logIn(host: WebHost): Promise<{ cookie: string; base: string }> {
  const answer = await fetch(host.newUrl(), { redirect: 'manual' });
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', base: answer.headers.get('location') ?? '' };
}

it('idle connections block no others, however many there are', async () => {
  await using host = await start();
  const { cookie, base } = await logIn(host);
  const url = `127.0.0.1:${host.port}${base}`;
  const headers = { cookie, origin: `http://127.0.0.1:${host.port}` };
  const window = new WebSocket(`ws://${url}ws`, { headers });
  await once(window, 'open');
  const idle: Socket[] = [];
  for (let count = 0; count < 3 * MAX_UNKNOWN; count += 1) idle.push(await open(host.port));
  await Promise.all(idle.slice(0, 2 * MAX_UNKNOWN).map(closed));
  expect((await fetch(`http://${url}`, { headers: { cookie } })).status).toBe(200);
  expect(window.readyState).toBe(WebSocket.OPEN);
  window.terminate();
  for (const socket of idle) socket.destroy();
});

it.each([
  ['says nothing', ''],
  ['never ends its headers', 'GET / HTTP/1.1\r\nHost: '],
  ['never ends its body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx'],
])('closes a connection that %s', async (_what, text) => {
  await using host = await start(SHORT_LIMITS);
  await closed(await open(host.port, text));
});

it('closes a rejected WebSocket request from our side, though the client keeps its half open', async () => {
  await using host = await start({ ...CONNECTION_TIMES, idle: 0 });
  const socket = connect({ host: '127.0.0.1', port: host.port, allowHalfOpen: true });
  socket.write('GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  // Writing to a closed connection is answered by a reset.
  socket.on('error', () => undefined);
  const writing = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
});
