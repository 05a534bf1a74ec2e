import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { appVersion } from '#main/app-root.ts';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import type { EngineNotice, EngineOrder } from '#main/host/engine-process/engine-message.ts';
import type { ProcessPort } from '#main/host/engine-process/process-port.ts';
import { RemoteEngine } from '#main/host/engine-process/remote-engine.ts';
import { serveEngine } from '#main/host/engine-process/serve-engine.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { FakeEngine } from './fake-engine.ts';

const WINDOW = { windowId: 'w1' };
const NO_KEYCHAIN: KeychainKey = { kind: 'none' };

/** An engine's process, without the process: messages are cloned as a port of Electron clones them. */
class FakeProcess implements ProcessPort {
  readonly engine = new FakeEngine();
  demoDirs: readonly string[] | undefined;
  readonly #events = new EventEmitter();
  readonly #toEngine = new EventEmitter();
  #hasEnded = false;

  constructor(createEngine: (engine: FakeEngine) => FakeEngine = (engine) => engine) {
    serveEngine({
      main: {
        onOrder: (listener) => void this.#toEngine.on('order', listener),
        send: (notice) => this.notice(notice),
      },
      createEngine: ({ demoDirs }) => {
        this.demoDirs = demoDirs;
        return createEngine(this.engine);
      },
      exit: () => this.kill(),
    });
  }

  notice(notice: EngineNotice | object): void {
    const copy: unknown = structuredClone(notice);
    queueMicrotask(() => this.#hasEnded || this.#events.emit('message', copy));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#events.on('message', listener);
  }

  onEnd(listener: () => void): void {
    this.#events.once('end', listener);
  }

  send(order: EngineOrder): void {
    const copy: unknown = structuredClone(order);
    queueMicrotask(() => this.#hasEnded || this.#toEngine.emit('order', copy));
  }

  kill(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    queueMicrotask(() => this.#events.emit('end'));
  }
}

function start(makeProcess: (attempt: number) => FakeProcess = () => new FakeProcess()) {
  const processes: FakeProcess[] = [];
  const failures: { message: string; retry: () => void }[] = [];
  const connection: boolean[] = [];
  const engine = new RemoteEngine({
    startEngine: () => {
      const process = makeProcess(processes.length);
      processes.push(process);
      return process;
    },
    startPtyHost: () => {
      throw new Error('none here');
    },
    keychain: () => Promise.resolve(NO_KEYCHAIN),
    onFailure: (message, retry) => failures.push({ message, retry }),
  });
  engine.onConnection((connected) => connection.push(connected));
  const latest = (): FakeProcess => {
    const process = processes.at(-1);
    if (!process) throw new Error('No process was started');
    return process;
  };
  return { engine, processes, failures, connection, latest };
}

const list = (engine: RemoteEngine) => engine.handle('session.list', { projectDir: '/p' }, WINDOW);

it('passes requests with their window, answers and errors', async () => {
  const { engine, latest } = start();
  latest().engine.answer = () => ({ sessions: [] });
  expect(await list(engine)).toEqual({ sessions: [] });
  expect(latest().engine.handled).toEqual([{ command: 'session.list', input: { projectDir: '/p' }, windowId: 'w1' }]);
  latest().engine.answer = () => {
    throw new AppError('conflict', 'Not now.');
  };
  await expect(list(engine)).rejects.toMatchObject({ name: 'AppError', code: 'conflict', message: 'Not now.' });
  latest().engine.answer = () => {
    throw new TypeError('boom');
  };
  await expect(list(engine)).rejects.toMatchObject({ code: 'internal', message: 'boom' });
  engine.windowClosed(WINDOW);
  await expect.poll(() => latest().engine.closedWindows).toEqual(['w1']);
});

it('passes pushes in order, and those before an answer before it', async () => {
  const { engine, latest } = start();
  const heard: string[] = [];
  engine.onPush(({ payload }) => heard.push(JSON.stringify(payload)));
  latest().engine.answer = () => {
    for (const text of ['one', 'two']) latest().engine.push({ push: 'app.draft', payload: { text } });
    return { sessions: [] };
  };
  await list(engine);
  expect(heard).toEqual(['{"text":"one"}', '{"text":"two"}']);
});

it('rejects what an engine that crashed had not answered, and lets later requests wait for the next one', async () => {
  const { engine, processes, connection, latest } = start();
  const heard: unknown[] = [];
  engine.onPush((message) => heard.push(message));
  latest().engine.answer = () => new Promise(() => undefined);
  const pending = list(engine);
  await expect.poll(() => latest().engine.handled.length).toBe(1);
  latest().kill();
  await expect(pending).rejects.toMatchObject({ code: 'unavailable' });
  const later = list(engine);
  expect(processes).toHaveLength(2);
  latest().engine.answer = () => ({ sessions: [] });
  expect(await later).toEqual({ sessions: [] });
  expect(connection).toEqual([true, false, true]);
  latest().engine.push({ push: 'app.draft', payload: { text: 'new' } });
  await expect.poll(() => heard).toEqual([{ push: 'app.draft', payload: { text: 'new' } }]);
});

it('opens the folders that were open again before any request, and then the sessions', async () => {
  const { engine, latest } = start();
  latest().engine.answer = (_command, input) => ({ ...(input as object), projectDir: '/real/p' });
  await engine.handle('project.open', { path: '/p' }, WINDOW);
  await engine.handle('session.open', { projectDir: '/real/p', sessionId: 's1' }, WINDOW);
  await engine.handle('session.open', { projectDir: '/real/p', sessionId: 's2' }, WINDOW);
  await engine.handle('session.delete', { projectDir: '/real/p', sessionId: 's2' }, WINDOW);
  latest().kill();
  await expect.poll(() => latest().engine.handled.length).toBe(2);
  expect(latest().engine.handled).toEqual([
    { command: 'project.open', input: { path: '/real/p' }, windowId: '' },
    { command: 'session.open', input: { projectDir: '/real/p', sessionId: 's1' }, windowId: '' },
  ]);
});

it('says to the next engine which folders are copies of the demo', async () => {
  const { engine, latest } = start();
  latest().engine.answer = () => ({ project: { projectDir: '/tmp/shop' }, sessionId: 's1' });
  await engine.handle('demo.start', {}, WINDOW);
  expect(latest().demoDirs).toEqual([]);
  latest().kill();
  await expect.poll(() => latest().engine.handled.length).toBe(2);
  expect(latest().demoDirs).toEqual(['/tmp/shop']);
});

it('keeps a refusal for the next engine, to be recorded there', async () => {
  const { engine, processes, latest } = start();
  await list(engine);
  latest().kill();
  await expect.poll(() => processes.length).toBe(2);
  engine.refused({ reason: 'unconfirmed', command: 'settings.set' });
  await expect.poll(() => latest().engine.refusals).toEqual([{ reason: 'unconfirmed', command: 'settings.set' }]);
});

it('stops restarting an engine that keeps crashing, until the person tries again', async () => {
  const { engine, processes, failures } = start((attempt) => {
    const process = new FakeProcess();
    if (attempt < 4) process.kill();
    return process;
  });
  const waiting = list(engine);
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('several times') as string });
  expect(processes).toHaveLength(4);
  await expect(list(engine)).rejects.toMatchObject({ code: 'unavailable' });
  failures[0]?.retry();
  failures[0]?.retry();
  expect(processes).toHaveLength(5);
  expect(await list(engine)).toEqual({});
});

it('says why an engine can’t start', async () => {
  const { engine, failures } = start(
    () =>
      new FakeProcess(() => {
        throw new AppError('unavailable', 'The folder can’t be used.');
      }),
  );
  await expect(list(engine)).rejects.toMatchObject({ message: 'The folder can’t be used.' });
  expect(failures).toMatchObject([{ message: 'The folder can’t be used.' }]);
});

it.each([
  ['starts with another version', { type: 'started', version: `not ${appVersion()}` }],
  ['sends what this version doesn’t know', { type: 'news' }],
])('ends an engine that %s', async (_name, notice) => {
  const { engine, failures, latest } = start();
  latest().notice(notice);
  await expect(list(engine)).rejects.toMatchObject({ message: 'Gatehouse was updated while it was running. Start it again.' });
  expect(failures).toHaveLength(1);
});

it('ends with the engine’s process when it is disposed, and starts no other', async () => {
  const { engine, processes, failures } = start();
  await list(engine);
  await engine.dispose();
  expect(processes).toHaveLength(1);
  expect(failures).toEqual([]);
});
