import { AppError } from '#shared/contract/app-error.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import type { StoredEvent } from '#shared/session/event.ts';
import { servePort } from '#main/host/port.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEngine } from './fake-engine.ts';

function textPush(sessionId: string, text: string): PushMessage {
  return {
    push: 'session.frames',
    payload: { sessionId, frames: [{ type: 'text', messageId: 'm', index: 0, kind: 'text', offset: 0, text }] },
  };
}

function progressPush(sessionId: string, ...frames: readonly [callId: string, text: string][]): PushMessage {
  return {
    push: 'session.frames',
    payload: { sessionId, frames: frames.map(([callId, said]) => ({ type: 'progress', callId, progress: { text: said } })) },
  };
}

function incomingFrame(index: number, summary: string): SessionFrame {
  return { type: 'call_input', messageId: 'm', index, call: { view: { kind: 'edit', title: 'Write', summary }, fields: [], earlier: 0 } };
}

function incomingPush(index: number, summary: string): PushMessage {
  return { push: 'session.frames', payload: { sessionId: 's', frames: [incomingFrame(index, summary)] } };
}

function stored(seq: number, type = 'session.title'): StoredEvent {
  return { id: `e${seq}`, seq, at: 0, type, data: {} };
}

function eventsPush(sessionId: string, ...seqs: number[]): PushMessage {
  return { push: 'session.events', payload: { sessionId, events: seqs.map((seq) => stored(seq)) } };
}

function setup() {
  const engine = new FakeEngine();
  const sent: (readonly PushMessage[])[] = [];
  const line = { buffered: 0, closed: '', looks: 0 };
  const port = servePort(engine, {
    windowId: 'w1',
    sendPushes: (messages) => sent.push(messages),
    bufferedAmount: () => {
      line.looks += 1;
      return line.buffered;
    },
    close: (reason) => (line.closed = reason),
  });
  return { engine, sent, line, port };
}

describe('requests', () => {
  it('passes the parsed input to the engine, with the window it came from', async () => {
    const { engine, port } = setup();
    engine.answer = () => ({ sessions: [] });
    expect(await port.request({ id: 3, command: 'session.list', input: { projectDir: '/p' } })).toEqual({
      id: 3,
      ok: true,
      output: { sessions: [] },
    });
    expect(engine.handled).toEqual([{ command: 'session.list', input: { projectDir: '/p' }, windowId: 'w1' }]);
  });

  it.each([
    ['no request', 'hello', -1, 'invalid_input'],
    ['nothing', undefined, -1, 'invalid_input'],
    ['an ID that is no number', { id: 'x', command: 'app.state', input: {} }, -1, 'invalid_input'],
    ['an extra field', { id: 1, command: 'app.state', input: {}, extra: true }, 1, 'invalid_input'],
    ['an unknown command', { id: 2, command: 'app.eval', input: {} }, 2, 'unknown_command'],
    ['a key of Object.prototype', { id: 2, command: 'constructor', input: {} }, 2, 'unknown_command'],
    ['the prototype', { id: 2, command: '__proto__', input: {} }, 2, 'unknown_command'],
    ['input of a wrong shape', { id: 4, command: 'session.list', input: { projectDir: 7 } }, 4, 'invalid_input'],
    ['an extra input field', { id: 4, command: 'app.state', input: { more: 1 } }, 4, 'invalid_input'],
  ])('rejects %s without asking the engine', async (_name, raw, id, code) => {
    const { engine, port } = setup();
    expect(await port.request(raw)).toMatchObject({ id, ok: false, error: { code } });
    expect(engine.handled).toEqual([]);
    expect(engine.refusals).toMatchObject([{ reason: code }]);
  });

  it.each([
    [new AppError('conflict', 'In use elsewhere.'), { code: 'conflict', message: 'In use elsewhere.' }],
    [new Error('boom'), { code: 'internal', message: 'boom' }],
    ['a string', { code: 'internal', message: 'a string' }],
  ])('reports %s as an error the window can read', async (thrown, error) => {
    const { engine, port } = setup();
    engine.answer = () => {
      throw thrown;
    };
    expect(await port.request({ id: 1, command: 'app.state', input: {} })).toEqual({ id: 1, ok: false, error });
  });

  it('rejects input nested too deeply', async () => {
    const { engine, port } = setup();
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const answer = await port.request({ id: 7, command: 'app.state', input: deep });
    expect(answer).toMatchObject({ id: 7, ok: false, error: { code: 'invalid_input' } });
    expect(engine.handled).toEqual([]);
  });

  it('rejects a flood and recovers from it', async () => {
    const { engine, port } = setup();
    const gate = Promise.withResolvers<unknown>();
    engine.answer = () => gate.promise;
    const waiting = Array.from({ length: 500 }, (_, id) => port.request({ id, command: 'app.state', input: {} }));
    expect(await port.request({ id: 999, command: 'app.state', input: {} })).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    gate.resolve({});
    await Promise.all(waiting);
    expect(await port.request({ id: 1000, command: 'app.state', input: {} })).toMatchObject({ ok: true });
  });
});

describe('pushes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends only the latest state of an incoming call to a window that lags', () => {
    const { engine, sent, line } = setup();
    line.buffered = Number.MAX_SAFE_INTEGER;
    for (const [index, summary] of [
      [0, 'a'],
      [0, 'a.ts'],
      [1, 'b'],
      [1, 'b.ts'],
    ] as const)
      engine.push(incomingPush(index, summary));
    line.buffered = 0;
    vi.advanceTimersByTime(100);
    expect(sent.flat()).toEqual([
      { push: 'session.frames', payload: { sessionId: 's', frames: [incomingFrame(0, 'a.ts'), incomingFrame(1, 'b.ts')] } },
    ]);
  });

  it('sends one message per frame', () => {
    const { engine, sent } = setup();
    engine.push(eventsPush('s', 1));
    engine.push({ push: 'rules.changed', payload: { projectDir: '/p' } });
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([[eventsPush('s', 1), { push: 'rules.changed', payload: { projectDir: '/p' } }]]);
  });

  it('sends the first push after a pause at once, and later ones at the next frame', () => {
    const { engine, sent } = setup();
    engine.push(eventsPush('s', 1));
    vi.advanceTimersByTime(1);
    expect(sent.splice(0)).toEqual([[eventsPush('s', 1)]]);
    engine.push(eventsPush('s', 2));
    vi.advanceTimersByTime(10);
    engine.push(eventsPush('s', 3));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(6);
    expect(sent).toEqual([[eventsPush('s', 2, 3)]]);
  });

  it('sends an ask without waiting for a frame', () => {
    const { engine, sent } = setup();
    engine.push(eventsPush('s', 1));
    vi.advanceTimersByTime(1);
    sent.length = 0;
    engine.push(eventsPush('s', 2));
    const asked = stored(3, 'call.asked');
    engine.push({ push: 'session.events', payload: { sessionId: 's', events: [asked] } });
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([[{ push: 'session.events', payload: { sessionId: 's', events: [stored(2), asked] } }]]);
  });

  it('checks delayed pushes at most once per frame', () => {
    const { engine, sent, line } = setup();
    engine.push(progressPush('s', ['c1', 'step 0']));
    vi.advanceTimersByTime(1);
    sent.length = 0;
    engine.push(progressPush('s', ['c1', 'step 1']));
    line.looks = 0;
    vi.advanceTimersByTime(98);
    expect(sent).toEqual([]);
    expect(line.looks).toBeLessThanOrEqual(7);
  });

  it('merges adjacent pushes of one session and keeps their order', () => {
    const { engine, sent } = setup();
    for (const message of [eventsPush('a', 1), eventsPush('b', 7), eventsPush('a', 2, 3), textPush('a', 'x'), eventsPush('a', 4)])
      engine.push(message);
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([[eventsPush('a', 1, 2, 3), eventsPush('b', 7), textPush('a', 'x'), eventsPush('a', 4)]]);
  });

  it('does not modify the engine’s pushes, which other windows get too', () => {
    const { engine } = setup();
    const first = eventsPush('a', 1);
    engine.push(first);
    engine.push(eventsPush('a', 2));
    expect(first).toEqual(eventsPush('a', 1));
  });

  it('sends earlier pushes before an answer', async () => {
    const { engine, sent, port } = setup();
    engine.answer = () => {
      engine.push(eventsPush('s', 5));
      return {};
    };
    await port.request({ id: 1, command: 'app.state', input: {} });
    expect(sent).toEqual([[eventsPush('s', 5)]]);
  });

  it('pauses while the connection is full, drops frames but never events, and continues afterwards', () => {
    const { engine, sent, line } = setup();
    line.buffered = 10_000_000;
    engine.push(eventsPush('s', 1));
    for (let i = 0; i < 20; i++) engine.push(textPush('s', 'x'.repeat(500_000)));
    engine.push(eventsPush('s', 2));
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([]);
    line.buffered = 0;
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([[eventsPush('s', 1, 2)]]);
    expect(line.closed).toBe('');
  });

  it('sends the latest progress of each call, at most ten times a second, whatever else is sent', () => {
    const { engine, sent } = setup();
    engine.push(progressPush('s', ['c1', 'step 0']));
    vi.advanceTimersByTime(16);
    expect(sent.splice(0)).toEqual([[progressPush('s', ['c1', 'step 0'])]]);
    for (let step = 1; step <= 60; step += 1) {
      engine.push(progressPush('s', ['c1', `step ${step}`], ['c2', `step ${step}`]));
      if (step === 30) engine.push(eventsPush('s', 1));
      vi.advanceTimersByTime(16);
    }
    vi.advanceTimersByTime(200);
    const reported = sent.flat().filter(({ push }) => push === 'session.frames');
    expect(reported.length).toBeLessThanOrEqual(11);
    expect(reported.at(-1)).toEqual(progressPush('s', ['c1', 'step 60'], ['c2', 'step 60']));
    expect(sent.flat().filter(({ push }) => push === 'session.events')).toEqual([eventsPush('s', 1)]);
  });

  it('keeps only the latest progress while the connection is full', () => {
    const { engine, sent, line } = setup();
    line.buffered = 10_000_000;
    for (let step = 0; step < 200_000; step += 1) engine.push(progressPush('s', ['c1', `step ${step}`]));
    vi.advanceTimersByTime(16);
    expect(line.closed).toBe('');
    line.buffered = 0;
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([[progressPush('s', ['c1', 'step 199999'])]]);
  });

  it('disconnects a window that never catches up', () => {
    const { engine, line } = setup();
    line.buffered = 10_000_000;
    for (let i = 0; i < 150_000; i++) engine.push(eventsPush('s', i));
    vi.advanceTimersByTime(16);
    expect(line.closed).not.toBe('');
  });

  it('stops listening when disposed', () => {
    const { engine, sent, port } = setup();
    engine.push(eventsPush('s', 1));
    port.dispose();
    vi.advanceTimersByTime(100);
    expect(engine.listenerCount).toBe(0);
    expect(engine.closedWindows).toEqual(['w1']);
    expect(sent).toEqual([]);
  });
});
