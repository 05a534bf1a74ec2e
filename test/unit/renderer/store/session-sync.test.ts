import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushMessage, type Bridge, type PushMessage, type RequestMessage, type ResponseMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { asksViewOf } from '#shared/session/fold/fold-asks.ts';
import { foldSession } from '#shared/session/fold.ts';
import { packView } from '#shared/session/pack-view.ts';
import { call, Client, installClient } from '../../../../renderer/bridge/client.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { queuedAsks } from '../../../../renderer/store/queued-asks.ts';
import { followPushes, followSession } from '../../../../renderer/store/session-sync.ts';
import { onTerminalOutput } from '../../../../renderer/store/terminal-frames.ts';
import { ask } from '../permissions/asks.ts';

const project = { projectDir: '/p', name: 'p', trusted: true, untrustedItems: [], gitBranch: null, demo: false, gone: false };

/** A host with one session, which answers when the test wants. */
class Host implements Bridge {
  readonly log: SessionEvent[] = [];
  readonly open: {
    resolve: (response: ResponseMessage) => void;
    reject: (error: Error) => void;
    id: number;
    command: string;
    input: unknown;
  }[] = [];
  #push: (message: PushMessage) => void = () => undefined;
  #connection: (connected: boolean) => void = () => undefined;

  request(message: RequestMessage): Promise<ResponseMessage> {
    return new Promise((resolve, reject) => this.open.push({ resolve, reject, ...message }));
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#push = listener;
    return () => undefined;
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    this.#connection = listener;
    return () => undefined;
  }

  pathForFile(): null {
    return null;
  }

  connected(connected: boolean): void {
    this.#connection(connected);
  }

  append(event: NewSessionEvent, told = true): void {
    const seq = this.log.length + 1;
    const stored: SessionEvent = { ...event, id: `e${seq}`, seq, at: seq };
    this.log.push(stored);
    if (told) this.push('session.events', { sessionId: 's', events: [stored] });
  }

  push<N extends PushName>(push: N, payload: PushPayload<N>): void {
    this.#push(pushMessage(push, payload));
  }

  /** Answers the oldest request with the view after `seq` events. */
  async answer(seq = this.log.length): Promise<void> {
    const request = this.open.shift();
    if (!request) throw new Error('Nothing was asked');
    request.resolve({
      id: request.id,
      ok: true,
      output: { packed: structuredClone(packView(foldSession(this.log.slice(0, seq)))), halted: false, asking: [] },
    });
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const title = (text: string): NewSessionEvent => ({ type: 'session.title', data: { title: text } });
const slot = () => useWindow.getState().sessions['s'];

let host: Host;
/** Callbacks waiting for the next paint. */
const beforePaint: (() => void)[] = [];
const paint = () => beforePaint.splice(0).forEach((callback) => callback());

vi.stubGlobal('requestAnimationFrame', (callback: () => void) => beforePaint.push(callback));
vi.stubGlobal('cancelAnimationFrame', () => undefined);

afterEach(async () => {
  for (const { reject } of host.open.splice(0)) reject(new Error('The test is over'));
  await settled();
});

beforeEach(() => {
  paint();
  useWindow.setState({ sessions: {}, project, sessionId: 's', connection: 'connecting' });
  host = new Host();
  const client = new Client(host);
  installClient(client);
  followPushes(client);
  host.append(
    { type: 'session.created', data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'scripted' } },
    false,
  );
});

it('keeps events that arrive before the snapshot, and drops those it includes', async () => {
  const shown = followSession('s', '/p');
  host.append(title('one'));
  host.append(title('two'));
  expect(slot()?.status).toBe('loading');
  await host.answer(2);
  expect(await shown).toBe(true);
  expect(slot()).toMatchObject({ status: 'ready', view: { title: 'two', seq: 3 } });
});

it('fetches the session again when events were missed', async () => {
  void followSession('s', '/p');
  await host.answer();
  host.append(title('missed'), false);
  host.append(title('heard'));
  paint();
  expect(host.open).toHaveLength(1);
  host.append(title('meanwhile'));
  await host.answer(3);
  expect(slot()?.view).toMatchObject({ title: 'meanwhile', seq: 4 });
});

it('fetches the shown session again after the connection was lost', async () => {
  host.connected(true);
  void followSession('s', '/p');
  await host.answer();
  host.connected(false);
  host.append(title('unheard'), false);
  expect(useWindow.getState().connection).toBe('lost');
  host.connected(true);
  await host.answer();
  expect(slot()?.view.title).toBe('unheard');
});

it('keeps the last state when the connection drops while fetching again', async () => {
  void followSession('s', '/p');
  await host.answer();
  void followSession('s', '/p');
  host.open.shift()?.reject(new Error('broken'));
  await settled();
  expect(slot()).toMatchObject({ status: 'ready', error: null });
});

it('says why a session cannot be shown', async () => {
  const shown = followSession('s', '/p');
  const request = host.open.shift();
  request?.resolve({ id: request.id, ok: false, error: { code: 'conflict', message: 'It is open elsewhere' } });
  expect(await shown).toBe(false);
  expect(slot()).toMatchObject({ status: 'error', error: 'It is open elsewhere' });
});

it('retries a session that could not be opened, in its own folder, on its next event', async () => {
  void followSession('s', '/p');
  const request = host.open.shift();
  request?.resolve({ id: request.id, ok: false, error: { code: 'unavailable', message: 'Not now' } });
  await settled();
  expect(slot()).toMatchObject({ status: 'error', view: { projectDir: '/p' } });
  host.append(title('heard'));
  paint();
  expect(host.open.map(({ input }) => input)).toEqual([{ sessionId: 's', projectDir: '/p' }]);
  await host.answer();
});

it('fetches open asks of an earlier session again after the connection was lost', async () => {
  host.connected(true);
  void followSession('s', '/p');
  await host.answer();
  useWindow.setState({ sessionId: 'other' });
  host.append({ type: 'call.asked', data: { ask: ask('k1') } });
  paint();
  const waits = () => queuedAsks(useWindow.getState()).map(({ askId }) => askId);
  expect(waits()).toEqual(['k1']);
  host.connected(false);
  host.append({ type: 'call.answered', data: { askId: 'k1', callId: 'call-k1', answer: { type: 'allow_once' }, by: 'person' } }, false);
  host.append({ type: 'call.asked', data: { ask: ask('k2') } }, false);
  host.connected(true);
  const list = host.open.find(({ command }) => command === 'asks.list');
  list?.resolve({ id: list.id, ok: true, output: { sessions: [asksViewOf(foldSession(host.log))] } });
  await settled();
  expect(waits()).toEqual(['k2']);
});

it('applies everything between two paints in one step', async () => {
  void followSession('s', '/p');
  await host.answer();
  let steps = 0;
  const stop = useWindow.subscribe(() => (steps += 1));
  for (let index = 0; index < 50; index += 1) {
    host.append(title(`title ${index}`));
    host.push('session.frames', {
      sessionId: 's',
      frames: [{ type: 'text', messageId: 'm', index: 0, kind: 'text', offset: index, text: 'x' }],
    });
  }
  expect(steps).toBe(0);
  paint();
  stop();
  expect(steps).toBe(1);
  expect(slot()).toMatchObject({ view: { title: 'title 49', seq: 51 }, live: [{ text: 'x'.repeat(50) }] });
});

it('has applied earlier pushes when an answer arrives', async () => {
  void followSession('s', '/p');
  await host.answer();
  host.append(title('before the answer'));
  expect(slot()?.view.title).toBe('');
  void call('app.state', {});
  await host.answer();
  expect(slot()?.view.title).toBe('before the answer');
});

it('does not wait forever for a paint in a hidden page', async () => {
  void followSession('s', '/p');
  await host.answer();
  host.append(title('hidden'));
  await vi.waitFor(() => expect(slot()?.view.title).toBe('hidden'), { timeout: 60_000 });
});

it('passes terminal output only to the terminal', async () => {
  void followSession('s', '/p');
  await host.answer();
  const before = slot();
  const received: [number, string][] = [];
  const stop = onTerminalOutput('t1', (offset, data) => received.push([offset, data]));
  const frame = (offset: number, data: string) => ({ type: 'terminal' as const, terminalId: 't1', offset, data });
  host.push('session.frames', { sessionId: 's', frames: [frame(0, 'ab'), frame(2, 'c'), { ...frame(0, 'x'), terminalId: 't2' }] });
  stop();
  host.push('session.frames', { sessionId: 's', frames: [frame(3, 'd')] });
  expect(received).toEqual([
    [0, 'ab'],
    [2, 'c'],
  ]);
  expect(slot()).toBe(before);
});
