import { beforeEach, expect, it, vi } from 'vitest';
import type { Bridge, PushMessage, RequestMessage, ResponseMessage } from '#shared/contract/message.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { asksViewOf } from '#shared/session/fold/fold-asks.ts';
import { foldSession } from '#shared/session/fold.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { Client, installClient } from '../../../../renderer/bridge/client.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { queuedAsks } from '../../../../renderer/store/queued-asks.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';
import { followPushes } from '../../../../renderer/store/session-sync.ts';
import { followAsks } from '../../../../renderer/store/waiting-asks.ts';
import { ask } from '../permissions/asks.ts';

const project = { projectDir: '/p', name: 'p', trusted: true, untrustedItems: [], gitBranch: null, demo: false, gone: false };

/** Callbacks waiting for the next paint. */
const beforePaint: (() => void)[] = [];
vi.stubGlobal('requestAnimationFrame', (callback: () => void) => beforePaint.push(callback));
vi.stubGlobal('cancelAnimationFrame', () => undefined);

/** A host with sessions of several projects, which answers when the test wants. */
class Host implements Bridge {
  readonly logs: Record<string, SessionEvent[]> = {};
  readonly open: { readonly id: number; readonly projectDir: string; readonly resolve: (response: ResponseMessage) => void }[] = [];
  #push: (message: PushMessage) => void = () => undefined;

  request({ id, input }: RequestMessage): Promise<ResponseMessage> {
    const projectDir = typeof input === 'object' && input !== null && 'projectDir' in input ? String(input.projectDir) : '';
    return new Promise((resolve) => this.open.push({ id, projectDir, resolve }));
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#push = listener;
    return () => undefined;
  }

  onConnection(): () => void {
    return () => undefined;
  }

  pathForFile(): null {
    return null;
  }

  session(sessionId: string, projectDir: string): void {
    this.logs[sessionId] = [];
    this.append(
      sessionId,
      { type: 'session.created', data: { sessionId, projectDir, model: 'm', mode: 'default', client: 'scripted' } },
      false,
    );
  }

  append(sessionId: string, event: NewSessionEvent, told = true): void {
    const log = (this.logs[sessionId] ??= []);
    const seq = log.length + 1;
    const stored: SessionEvent = { ...event, id: `e${seq}`, seq, at: seq };
    log.push(stored);
    if (told) this.#push({ push: 'session.events', payload: { sessionId, events: [stored] } });
    for (const callback of beforePaint.splice(0)) callback();
  }

  asks(sessionId: string, askId: string, agentId?: string): void {
    this.append(sessionId, { type: 'call.asked', data: { ask: ask(askId) }, ...(agentId !== undefined && { agentId }) });
  }

  async answer(): Promise<void> {
    const request = this.open.shift();
    if (!request) throw new Error('Nothing was asked');
    const views = Object.values(this.logs).map((log) => asksViewOf(foldSession(log)));
    const sessions = structuredClone(views.filter(({ projectDir }) => projectDir === request.projectDir));
    request.resolve({ id: request.id, ok: true, output: { sessions } });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

let host: Host;
beforeEach(() => {
  host = new Host();
  const client = new Client(host);
  installClient(client);
  followPushes(client);
  useWindow.setState({ project, sessions: {}, waiting: {}, sessionId: null });
});

const waits = () => queuedAsks(useWindow.getState()).map((one) => `${one.sessionTitle} ${one.agentName ?? '-'} ${one.askId}`);

it('shows asks of sessions not shown in this window, with session and agent', async () => {
  host.session('other', '/p');
  host.append('other', { type: 'session.title', data: { title: 'Fix prices' } }, false);
  const started = { parentCallId: 'c', agentType: 'reviewer', name: 'ana', description: '', model: 'm', depth: 1, background: false };
  host.append('other', { type: 'agent.started', agentId: 'a1', data: started }, false);
  void followAsks('/p');
  host.asks('other', 'k1', 'a1');
  await host.answer();
  expect(waits()).toEqual(['Fix prices ana k1']);
  host.asks('other', 'k2');
  expect(waits()).toEqual(['Fix prices ana k1', 'Fix prices - k2']);
  host.append('other', { type: 'call.answered', data: { askId: 'k1', callId: 'call-k1', answer: { type: 'allow_once' }, by: 'person' } });
  expect(waits()).toEqual(['Fix prices - k2']);
});

it('fetches again when a session appears or events were missed; ignores other projects', async () => {
  void followAsks('/p');
  await host.answer();
  host.session('foreign', '/q');
  host.asks('foreign', 'k0');
  await host.answer();
  host.asks('foreign', 'k1');
  expect([host.open.length, waits()]).toEqual([0, []]);
  useWindow.setState({ project: { ...project, projectDir: '/q' } });
  void followAsks('/q');
  await host.answer();
  host.asks('foreign', 'k2');
  expect(waits()).toEqual([' - k0', ' - k1', ' - k2']);
  useWindow.setState({ project });
  void followAsks('/p');
  await host.answer();
  host.session('new', '/p');
  host.asks('new', 'k2');
  await host.answer();
  expect(waits()).toEqual([' - k2']);
  host.append('new', { type: 'session.title', data: { title: 'Late' } }, false);
  host.asks('new', 'k3');
  await host.answer();
  expect(waits()).toEqual(['Late - k2', 'Late - k3']);
});

it('keeps listing what a session asks while its conversation is fetched', async () => {
  host.session('s', '/p');
  host.asks('s', 'k1');
  await host.answer();
  useWindow.setState({ sessions: { s: emptySlot('/p') } });
  expect(waits()).toEqual([' - k1']);
});

it('uses the window’s own state for the session it shows', async () => {
  host.session('s', '/p');
  host.asks('s', 'k1');
  await host.answer();
  useWindow.setState({ sessions: { s: { ...emptySlot(), status: 'ready', view: { ...emptySessionView(), projectDir: '/p', asks: [] } } } });
  expect(waits()).toEqual([]);
});

it('ignores an answer for a project closed meanwhile', async () => {
  host.session('s', '/p');
  host.asks('s', 'k1');
  useWindow.setState({ project: { ...project, projectDir: '/q' } });
  await host.answer();
  expect(host.open.map(({ projectDir }) => projectDir)).toEqual(['/q']);
  await host.answer();
  expect(waits()).toEqual([]);
});
