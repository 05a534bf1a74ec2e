import { beforeEach, expect, it, vi } from 'vitest';
import type { AppState, Project } from '#shared/contract/project.ts';
import type { Bridge, RequestMessage, ResponseMessage } from '#shared/contract/message.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { asksViewOf } from '#shared/session/fold/fold-asks.ts';
import { foldSession } from '#shared/session/fold.ts';
import { packView } from '#shared/session/pack-view.ts';
import { Client, installClient } from '../../../../renderer/bridge/client.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import {
  deleteSession,
  forkSession,
  newSession,
  openProject,
  showSession,
  startWindow,
  trustProject,
} from '../../../../renderer/store/project-actions.ts';
import { queuedAsks } from '../../../../renderer/store/queued-asks.ts';
import { ask } from '../permissions/asks.ts';

const projectAt = (projectDir: string): Project => ({
  projectDir,
  name: projectDir,
  trusted: true,
  untrustedItems: [],
  gitBranch: null,
  demo: false,
  gone: false,
});

const appState: AppState = {
  version: '1',
  host: 'web',
  platform: 'linux',
  homeDir: '/home',
  access: {
    ready: true,
    source: 'environment',
    keySource: 'environment',
    baseUrl: null,
    model: 'm',
    modelSource: 'none',
    changes: 0,
    isRemembered: false,
    storage: 'key_file',
  },
  preferences: {
    theme: null,
    keys: {},
    fonts: { family: null, codeFamily: null, size: null, codeSize: null, ligatures: false },
    introduced: true,
  },
  recent: [],
  waiting: [],
  openProject: projectAt('/first'),
  openSessionId: null,
};

/** A host that answers each request when the test wants. */
class Host implements Bridge {
  readonly open: { readonly request: RequestMessage; readonly resolve: (response: ResponseMessage) => void }[] = [];

  request(request: RequestMessage): Promise<ResponseMessage> {
    return new Promise((resolve) => this.open.push({ request, resolve }));
  }

  onPush(): () => void {
    return () => undefined;
  }

  onConnection(): () => void {
    return () => undefined;
  }

  pathForFile(): null {
    return null;
  }

  /** Answers the oldest request of a command. */
  async answer(command: string, output: unknown): Promise<void> {
    const index = this.open.findIndex(({ request }) => request.command === command);
    const [asked] = index < 0 ? [] : this.open.splice(index, 1);
    if (!asked) throw new Error(`${command} was not asked`);
    asked.resolve({ id: asked.request.id, ok: true, output });
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** The requested sessions and their folders. */
  get opened(): unknown[] {
    return this.open.flatMap(({ request }) => (request.command === 'session.open' ? [request.input] : []));
  }
}

const created = (sessionId: string, projectDir: string): NewSessionEvent => ({
  type: 'session.created',
  data: { sessionId, projectDir, model: 'm', mode: 'default', client: 'scripted' },
});
const asked: NewSessionEvent = { type: 'call.asked', data: { ask: ask('k1') } };
const viewOf = (events: readonly NewSessionEvent[]) =>
  foldSession(events.map((event, at): SessionEvent => ({ ...event, id: `e${at}`, seq: at + 1, at })));
const snapshot = (sessionId: string, projectDir: string) => ({
  packed: packView(viewOf([created(sessionId, projectDir)])),
  halted: false,
  asking: [],
});
const asking = (sessionId: string, projectDir: string) => ({
  packed: packView(viewOf([created(sessionId, projectDir), asked])),
  halted: false,
});
const waits = () => queuedAsks(useWindow.getState()).map(({ sessionId, askId }) => `${sessionId} ${askId}`);
const live = (sessionId: string) => ({ sessions: [{ sessionId, title: 't', updatedAt: 1, live: true }] });
const shown = () => {
  const { project, sessionId } = useWindow.getState();
  return [project?.projectDir, sessionId];
};

let host: Host;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  host = new Host();
  installClient(new Client(host));
  useWindow.setState({ project: projectAt('/a'), sessionId: 'a1', sessions: {}, waiting: {} });
});

it('a folder that opens late doesn’t replace the one chosen after it', async () => {
  const slow = openProject('/slow');
  const quick = openProject('/quick');
  const [first, second] = host.open;
  second?.resolve({ id: second.request.id, ok: true, output: projectAt('/quick') });
  await vi.waitFor(() => expect(shown()).toEqual(['/quick', null]), { timeout: 60_000 });
  first?.resolve({ id: first.request.id, ok: true, output: projectAt('/slow') });
  await slow;
  expect(shown()).toEqual(['/quick', null]);
  await host.answer('session.list', live('q1'));
  await host.answer('session.open', snapshot('q1', '/quick'));
  await quick;
  expect(shown()).toEqual(['/quick', 'q1']);
});

it('never opens a session in another folder', async () => {
  void openProject('/b');
  await host.answer('project.open', projectAt('/b'));
  void openProject('/c');
  await host.answer('project.open', projectAt('/c'));
  // The list of the first folder, then that of the second.
  await host.answer('session.list', live('b1'));
  expect(host.opened).toEqual([]);
  await host.answer('session.list', live('c1'));
  expect(host.opened).toEqual([{ sessionId: 'c1', projectDir: '/c' }]);
});

it('a new session, fork or deletion that finishes late doesn’t change the current session', async () => {
  const made = newSession();
  void showSession('a2');
  await host.answer('session.create', { sessionId: 'new' });
  await made;
  const forked = forkSession('a2');
  void showSession('a3');
  await host.answer('session.fork', { sessionId: 'fork', title: '' });
  await forked;
  expect(shown()).toEqual(['/a', 'a3']);
  const deleted = deleteSession('a3', '/a');
  void showSession('a4');
  await host.answer('session.delete', {});
  await deleted;
  expect(shown()).toEqual(['/a', 'a4']);
});

it('keeps recent sessions whole, and of the others only open asks', async () => {
  useWindow.setState({ sessions: {} });
  for (const id of ['s1', 's2', 's3', 's4', 's5', 's6', 's2']) {
    void showSession(id);
    await host.answer('session.open', id === 's1' ? asking('s1', '/a') : snapshot(id, '/a'));
  }
  expect(Object.keys(useWindow.getState().sessions)).toEqual(['s4', 's5', 's6', 's2']);
  expect(waits()).toEqual(['s1 k1']);
});

it('a deleted session leaves no open asks', async () => {
  useWindow.setState({ sessionId: 'other', sessions: {}, waiting: { gone: asksViewOf(viewOf([created('gone', '/a'), asked])) } });
  expect(waits()).toEqual(['gone k1']);
  const deleted = deleteSession('gone', '/a');
  await host.answer('session.delete', {});
  await deleted;
  expect(waits()).toEqual([]);
});

it('trusting a folder doesn’t switch back to it when another is shown', async () => {
  const trusted = trustProject('/a');
  useWindow.setState({ project: projectAt('/b'), sessionId: 'b1' });
  await host.answer('project.trust', projectAt('/a'));
  await trusted;
  expect(shown()).toEqual(['/b', 'b1']);
});

it('a window reloaded while opening its folder or session opens that folder again', async () => {
  useWindow.setState({ project: null, sessionId: null });
  const kept = new Map<string, string>();
  const here = { hash: '#project=%2Fwanted', pathname: '/', search: '' };
  vi.stubGlobal('location', here);
  vi.stubGlobal('history', { replaceState: () => (here.hash = '') });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const load = async (): Promise<void> => {
    host = new Host();
    const client = new Client(host);
    installClient(client);
    useWindow.setState({ project: null, sessionId: null });
    void startWindow(client);
    await host.answer('app.state', appState);
  };
  await load();
  await load();
  await host.answer('project.open', projectAt('/wanted'));
  expect([shown(), here.hash]).toEqual([['/wanted', null], '']);
  await load();
  await host.answer('project.open', projectAt('/wanted'));
  expect(shown()).toEqual(['/wanted', null]);
});
