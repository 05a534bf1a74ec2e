import { on, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import { SocketBridge } from '../../../../renderer/bridge/socket-bridge.ts';

let server: WebSocketServer;
let url: string;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

/** What a window sent, recorded from its connection on, so that nothing is missed between two waits. */
class ServerSide {
  readonly socket: ServerSocket;
  readonly #messages: AsyncIterator<[Buffer]>;

  constructor(socket: ServerSocket) {
    this.socket = socket;
    this.#messages = on(socket, 'message')[Symbol.asyncIterator]() as AsyncIterator<[Buffer]>;
  }

  async next(): Promise<{ id: number; command: string }> {
    const { value } = (await this.#messages.next()) as { value: [Buffer] };
    return JSON.parse(value[0].toString()) as { id: number; command: string };
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }
}

/** The next window that connects. */
function nextWindow(): Promise<ServerSide> {
  return new Promise((resolve) => server.once('connection', (socket) => resolve(new ServerSide(socket))));
}

it('sends requests made before the connection opened, and matches answers by ID', async () => {
  const bridge = new SocketBridge(url);
  const answers = [1, 2].map((id) => bridge.request({ id, command: 'app.state', input: {} }));
  const host = await nextWindow();
  expect([(await host.next()).id, (await host.next()).id]).toEqual([1, 2]);
  host.send({ id: 2, ok: true, output: 'second' });
  host.send({ id: 1, ok: false, error: { code: 'refused', message: 'no' } });
  expect(await Promise.all(answers)).toEqual([
    { id: 1, ok: false, error: { code: 'refused', message: 'no' } },
    { id: 2, ok: true, output: 'second' },
  ]);
});

it('delivers pushes in order, one message or many', async () => {
  const bridge = new SocketBridge(url);
  const received: unknown[] = [];
  const three = new Promise<void>((resolve) => {
    bridge.onPush((message) => {
      received.push(message.payload);
      if (received.length === 3) resolve();
    });
  });
  const host = await nextWindow();
  host.send({ push: 'a', payload: 1 });
  host.send([
    { push: 'a', payload: 2 },
    { push: 'a', payload: 3 },
  ]);
  await three;
  expect(received).toEqual([1, 2, 3]);
});

it('rejects pending requests when the connection drops, and works again after reconnecting', async () => {
  const bridge = new SocketBridge(url);
  const states: boolean[] = [];
  bridge.onConnection((connected) => states.push(connected));
  const first = await nextWindow();
  const lost = bridge.request({ id: 1, command: 'app.state', input: {} });
  const rejected = expect(lost).rejects.toThrow(/connection to Gatehouse was lost/);
  await first.next();
  const back = nextWindow();
  first.socket.terminate();
  await rejected;

  const answer = bridge.request({ id: 2, command: 'app.state', input: {} });
  const second = await back;
  await second.next();
  second.send({ id: 2, ok: true, output: null });
  expect(await answer).toMatchObject({ ok: true });
  expect(states).toEqual([true, false, true]);
});
