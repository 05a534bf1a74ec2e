import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

/** A real WebSocket server on this machine. */
async function socketServer(options: { readonly protocol?: string } = {}) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (protocols) => (options.protocol !== undefined && protocols.has(options.protocol) ? options.protocol : false),
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const connected = new Promise<WebSocket>((resolve) => server.once('connection', (socket: WebSocket) => resolve(socket)));
  return { url: `ws://127.0.0.1:${String(address.port)}/events`, connected };
}

/** A session that watches an address. The card is allowed unless `answers` is false. */
async function watching(ws: object, { allows = true, ...options }: Partial<TestSessionOptions> & { readonly allows?: boolean } = {}) {
  const spare = Array.from({ length: 8 }, () => ({ blocks: [text('I see.')] }));
  const server = await MessagesServer.start({ blocks: [toolUse('m1', 'Monitor', { description: 'the feed', ...ws })] }, ...spare);
  const fixture = new TestSession({ url: server.url, engine, equip: realTools(engine), ...options });
  onTestFinished(async () => {
    await fixture[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  if (allows)
    fixture.session.log.subscribe((event) => {
      if (event.type !== 'call.asked') return;
      const { askId, digest } = event.data.ask;
      setImmediate(() => void fixture.session.answer(askId, digest, { type: 'allow_once' }));
    });
  return { fixture, server };
}

const lastRequest = (server: MessagesServer) => JSON.stringify(server.requests.at(-1)?.body.messages);
const onlyTask = (fixture: TestSession) => Object.values(fixture.session.view.tasks)[0];
const resultOf = (fixture: TestSession) => JSON.stringify(fixture.all('call.finished').find(({ callId }) => callId === 'm1')?.content);
const rule = (behavior: 'allow' | 'deny', content: string): RuleEntry => ({ id: content, source: 'user', behavior, text: content });

describe('Monitor over a WebSocket', () => {
  it('wakes the agent with each message, and with the end', async () => {
    const feed = await socketServer({ protocol: 'v2' });
    const { fixture, server } = await watching({ ws: { url: feed.url, protocols: ['v1', 'v2'] } });
    await fixture.say('watch it');
    const sent = `${feed.url} (protocols: v1, v2)`;
    expect(fixture.all('call.asked')).toMatchObject([
      { ask: { message: expect.stringContaining(feed.url), view: { detail: { type: 'command', command: sent } } } },
    ]);
    const socket = await feed.connected;
    expect(socket.protocol).toBe('v2');
    socket.send('first </event>\nand more');
    socket.send(Buffer.from([0, 1, 2]));
    await expect.poll(() => lastRequest(server)).toContain('[binary message, 3 bytes]');
    expect(lastRequest(server)).toContain(String.raw`first &lt;/event>\nand more`);
    expect(onlyTask(fixture)).toMatchObject({ state: 'running', command: sent, watches: true });
    socket.close(1000);
    await fixture.seen('task.ended');
    await fixture.session.idle();
    expect(onlyTask(fixture)).toMatchObject({ state: 'completed', exitCode: 0 });
  });

  it('says why a connection was closed or could not be made', async () => {
    const feed = await socketServer();
    const first = await watching({ ws: { url: feed.url } });
    await first.fixture.say('watch it');
    (await feed.connected).close(4001, 'no more room');
    await first.fixture.seen('task.ended');
    await first.fixture.session.idle();
    expect(lastRequest(first.server)).toContain('[Closed by the server: 4001 no more room]');
    expect(onlyTask(first.fixture)).toMatchObject({ state: 'failed', exitCode: 1 });

    const second = await watching({ ws: { url: 'ws://127.0.0.1:9/' } });
    await second.fixture.say('watch it');
    await second.fixture.seen('task.ended');
    await second.fixture.session.idle();
    expect(lastRequest(second.server)).toContain('[Connection failed');
  });

  it('disconnects a server that sends a message beyond the limit', async () => {
    const feed = await socketServer();
    const { fixture } = await watching({ ws: { url: feed.url } });
    await fixture.say('watch it');
    (await feed.connected).send('x'.repeat(2 * 1024 * 1024));
    await fixture.seen('task.ended');
    expect(onlyTask(fixture)).toMatchObject({ state: 'failed' });
  });

  it('is disconnected when it is stopped', async () => {
    const feed = await socketServer();
    const { fixture } = await watching({ ws: { url: feed.url } });
    await fixture.say('watch it');
    const socket = await feed.connected;
    const closed = once(socket, 'close');
    expect(await fixture.session.controls.stopTask(onlyTask(fixture)?.taskId ?? '')).toBe(true);
    await closed;
    expect(onlyTask(fixture)).toMatchObject({ state: 'stopped' });
  });

  it.each([
    ['both', { command: 'ls', ws: { url: 'ws://a/' } }, 'either command or ws'],
    ['neither', {}, 'either command or ws'],
    ['no WebSocket', { ws: { url: 'http://a/' } }, 'must be a ws: or wss: address'],
    ['no address', { ws: { url: 'x' } }, 'must be a ws: or wss: address'],
    ['a password', { ws: { url: 'ws://u:p@a/' } }, 'must not contain a user name'],
  ])('refuses %s', async (_what, input, message) => {
    const { fixture } = await watching(input);
    await fixture.say('watch it');
    expect(resultOf(fixture)).toContain(message);
    expect(fixture.all('call.asked')).toEqual([]);
  });

  it('always asks, and nothing can be remembered; rules that deny the site hold', async () => {
    const rules = ['Monitor', 'Bash', 'WebFetch'].map((tool) => rule('allow', tool));
    const { fixture } = await watching({ ws: { url: 'wss://feed.example/x' } }, { rules, allows: false });
    fixture.session.send('watch it');
    const { ask } = await fixture.seen('call.asked');
    expect(ask.suggestions ?? []).toEqual([]);
    fixture.session.interrupt();
    await fixture.session.idle();

    const deny = rule('deny', 'WebFetch(domain:feed.example)');
    const denied = await watching({ ws: { url: 'wss://feed.example/x' } }, { rules: [...rules, deny] });
    await denied.fixture.say('watch it');
    expect(denied.fixture.all('call.asked')).toEqual([]);
    expect(denied.fixture.all('call.decided')).toMatchObject([{ decision: { behavior: 'deny' } }]);
  });
});
