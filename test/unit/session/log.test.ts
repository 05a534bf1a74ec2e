import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { SessionFiles } from '#main/session/store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { SESSION_FORMAT, SESSION_FORMAT_VERSION } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
  file = join(dir, 's', EVENTS_FILE);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Everything on disk of a session whose program died at its start. */
const HEADER = `${JSON.stringify({ format: SESSION_FORMAT, version: SESSION_FORMAT_VERSION })}\n`;

const title = (text: string) => ({ type: 'session.title', data: { title: text } }) as const;
const create = () => SessionLog.create(join(dir, 's'));
const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');

describe('SessionLog', () => {
  it('runs its guards before writing, and drops what one rejects', () => {
    const log = create();
    const received: number[] = [];
    const onDisk: number[] = [];
    log.subscribe(({ seq }) => received.push(seq));
    const stop = log.guard((event) => {
      onDisk.push(lines().length);
      if (event.type === 'session.title' && event.data.title === 'no') throw new AppError('unavailable', 'not recorded');
    });
    log.append(title('yes'));
    expect(() => log.append(title('no'))).toThrow('not recorded');
    expect(onDisk).toEqual([1, 2]);
    expect(lines()).toHaveLength(2);
    expect(log.append(title('yes again')).seq).toBe(2);
    stop();
    expect(log.append(title('no')).seq).toBe(3);
    expect(received).toEqual([1, 2, 3]);
    log.close();
  });

  it('writes an event to disk before notifying listeners', () => {
    const log = create();
    const seen: number[] = [];
    log.subscribe((event) => {
      expect(JSON.parse(lines().at(-1) ?? '')).toEqual(event);
      seen.push(event.seq);
    });
    log.append(title('one'));
    log.append(title('two'));
    expect(seen).toEqual([1, 2]);
    log.close();
  });

  it('starts with the format, and is readable only by this user', () => {
    create().close();
    expect(JSON.parse(lines()[0] ?? '')).toEqual({ format: 'gatehouse-session', version: 1 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, 's')).mode & 0o777).toBe(0o700);
  });

  it('truncates a torn last line and continues after it', () => {
    const log = create();
    log.append(title('kept'));
    log.close();
    appendFileSync(file, '{"id":"x","seq":2,"at":1,"type":"session.ti');
    const again = SessionLog.open(join(dir, 's'));
    again.append(title('next'));
    again.close();
    expect(SessionLog.open(join(dir, 's')).events.map((event) => [event.seq, event.data])).toEqual([
      [1, { title: 'kept' }],
      [2, { title: 'next' }],
    ]);
  });

  it('keeps an event of an unknown type on disk and skips it', () => {
    const log = create();
    log.append(title('first'));
    log.close();
    appendFileSync(file, `${JSON.stringify({ id: 'n', seq: 2, at: 1, type: 'from.the.future', data: { a: 1 } })}\n`);
    const again = SessionLog.open(join(dir, 's'));
    expect(again.events).toHaveLength(1);
    expect(again.append(title('third')).seq).toBe(3);
    again.close();
    expect(readFileSync(file, 'utf8')).toContain('from.the.future');
  });

  it.each([
    ['{"format":"gatehouse-session","version":99}\n', 'newer Gatehouse'],
    ['{"some":"json"}\n', 'no session log'],
    ['', 'no session log'],
  ])('rejects %j', (text, message) => {
    create().close();
    writeFileSync(file, text);
    expect(() => SessionLog.open(join(dir, 's'))).toThrow(message);
  });
});

describe('damage', () => {
  it('truncates unreadable lines at the end, skips those inside and counts them', () => {
    const log = create();
    log.append(title('one'));
    log.close();
    appendFileSync(file, 'garbage\n{"half":true}\n');
    const between = SessionLog.open(join(dir, 's'));
    expect(between.damagedLines).toBe(0);
    between.close();
    expect(lines()).toHaveLength(2);

    appendFileSync(file, `garbage\n${JSON.stringify({ id: 'z', seq: 2, at: 5, type: 'session.title', data: { title: 'two' } })}\n\0\0\0`);
    const again = SessionLog.open(join(dir, 's'));
    expect(again.damagedLines).toBe(1);
    expect(again.events.map(({ seq }) => seq)).toEqual([1, 2]);
    recoverSession(again);
    expect(again.events.at(-1)).toMatchObject({ type: 'notice', data: { text: expect.stringContaining('1 line') } });
    again.close();
    expect(readFileSync(file, 'utf8')).toContain('garbage');
  });

  it('skips an event with an unreadable body, and keeps counting', () => {
    create().close();
    appendFileSync(file, `${JSON.stringify({ id: 'z', seq: 7, at: 5, type: 'session.title', data: { title: 12 } })}\n`);
    const log = SessionLog.open(join(dir, 's'));
    expect(log.append(title('next')).seq).toBe(8);
    log.close();
  });

  it('stores nothing of an event that can’t be written', () => {
    const log = create();
    log.append(title('kept'));
    const received: number[] = [];
    log.subscribe(({ seq }) => received.push(seq));
    const circular: { title: string; self?: unknown } = { title: 'x' };
    circular.self = circular;
    expect(() => log.append({ type: 'session.title', data: circular })).toThrow();
    const next = log.append(title('next'));
    expect(next.seq).toBe(2);
    expect(received).toEqual([2]);
    expect(lines()).toHaveLength(3);
    log.close();
  });
});

describe('listeners', () => {
  it('all get every event in log order, including events one of them appends', () => {
    const log = create();
    const received: string[] = [];
    log.subscribe(({ seq }) => {
      received.push(`a${seq}`);
      if (seq === 1) log.append(title('from a listener'));
    });
    log.subscribe(({ seq }) => received.push(`b${seq}`));
    log.append(title('one'));
    expect(received).toEqual(['a1', 'b1', 'a2', 'b2']);
    log.close();
  });

  it('can fail without affecting the others', async () => {
    const log = create();
    const warned = new Promise<Error>((resolve) => void process.once('warning', resolve));
    const received: number[] = [];
    log.subscribe(() => {
      throw new Error('a broken view');
    });
    log.subscribe(({ seq }) => received.push(seq));
    expect(log.append(title('one')).seq).toBe(1);
    expect(received).toEqual([1]);
    expect((await warned).message).toBe('a broken view');
    log.close();
  });

  it('get times that never go back, and advance while the clock is behind', async () => {
    const log = create();
    const first = log.append(title('one')).at;
    vi.setSystemTime(first - 3_600_000);
    try {
      const second = log.append(title('two')).at;
      expect(second).toBeGreaterThanOrEqual(first);
      expect(second).toBeLessThan(first + 60_000);
      await sleep(20);
      expect(log.append(title('three')).at).toBeGreaterThanOrEqual(second + 15);
    } finally {
      vi.useRealTimers();
    }
    log.close();
  });
});

describe('recoverSession', () => {
  it('answers a stored call that never reached the executor, unless its attempt was discarded', () => {
    const log = create();
    const block = (requestId: string, id: string) =>
      log.append({
        type: 'assistant.block',
        data: { requestId, messageId: requestId, index: 0, block: { type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } } },
      });
    block('r1', 'gone');
    log.append({ type: 'request.ended', data: { requestId: 'r1', outcome: 'discarded', stopReason: null, usage: null } });
    log.append({ type: 'request.started', data: { requestId: 'r2', turnId: 't', attempt: 1, model: 'm' } });
    block('r2', 'orphan');
    recoverSession(log);
    const view = foldSession(log.events);
    expect(Object.values(view.calls).map(({ callId, state }) => [callId, state])).toEqual([['orphan', 'cancelled']]);
    expect(view.request).toBeNull();
    expect(log.events.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : []))).toEqual(['orphan']);
    log.close();
  });

  it('answers each open call once and ends the turn', () => {
    const log = create();
    const view = { kind: 'command', title: 'Run', summary: 'x' } as const;
    log.append({ type: 'turn.started', data: { turnId: 't' } });
    for (const callId of ['ran', 'queued', 'done']) {
      log.append({ type: 'call.queued', data: { callId, messageId: 'm', requestId: 'r', toolName: 'Bash', view, parallel: false } });
    }
    log.append({ type: 'call.started', data: { callId: 'ran' } });
    log.append({ type: 'call.finished', data: { callId: 'done', outcome: 'done', isError: false, content: 'ok', view, spans: [] } });
    recoverSession(log);
    recoverSession(log);
    const folded = foldSession(log.events);
    expect(Object.values(folded.calls).map(({ callId, state }) => [callId, state])).toEqual([
      ['ran', 'cancelled'],
      ['queued', 'cancelled'],
      ['done', 'done'],
    ]);
    expect(folded.turn).toBeNull();
    const finished = log.events.flatMap((event) => (event.type === 'call.finished' ? [[event.data.callId, event.data.content]] : []));
    expect(finished).toEqual([
      ['done', 'ok'],
      ['ran', expect.stringContaining('may have had some of its effects')],
      ['queued', expect.stringContaining('It did nothing')],
    ]);
    log.close();
  });
});

describe('SessionFiles', () => {
  it('lists only the project’s sessions, newest first', async () => {
    const files = new SessionFiles(dir);
    const first = files.create('/a/shop');
    first.log.append(title('first'));
    // Some file systems store times in hundredths of a second.
    const past = new Date('2026-01-01');
    utimesSync(join(first.log.sessionDir, EVENTS_FILE), past, past);
    const second = files.create('/a/shop');
    second.log.append(title('second'));
    files.create('/b/shop').log.append(title('other'));
    expect(files.list('/a/shop').map((session) => [session.title, session.live])).toEqual([
      ['second', true],
      ['first', true],
    ]);
    expect(files.latest('/a/shop')).toBe(second.sessionId);
  });

  it.each(['', HEADER])('skips a log without a first event: %j', (text) => {
    const files = new SessionFiles(dir);
    const good = files.create('/a/shop');
    good.log.append(title('good'));
    const empty = files.create('/a/shop');
    writeFileSync(join(empty.log.sessionDir, EVENTS_FILE), text);
    empty.release();
    expect(files.latest('/a/shop')).toBe(good.sessionId);
    expect(files.list('/a/shop').map(({ sessionId }) => sessionId)).toEqual([good.sessionId]);
    expect(() => files.open('/a/shop', empty.sessionId)).toThrow(AppError);
    expect(readFileSync(join(empty.log.sessionDir, EVENTS_FILE), 'utf8')).toBe(text);
  });

  it('lets one process at a time open a session', () => {
    const files = new SessionFiles(dir);
    const owned = files.create('/a/shop');
    owned.log.append(title('mine'));
    expect(() => files.open('/a/shop', owned.sessionId)).toThrow('open in another');
    owned.log.close();
    owned.release();
    const again = files.open('/a/shop', owned.sessionId);
    expect(again.log.events.map(({ type }) => type)).toEqual(['session.title', 'session.resumed']);
  });

  it.each(['../../etc', '00000000-0000-0000-0000-000000000000', 'last'])('does not find %s', (id) => {
    expect(() => new SessionFiles(dir).open('/a/shop', id)).toThrow('no session');
  });

  it('takes over when the PID of the dead process is reused', () => {
    const files = new SessionFiles(dir);
    const owned = files.create('/a/shop');
    owned.log.append(title('mine'));
    owned.log.close();
    owned.release();
    // Alive, but started at another time than the lock says; and this very process, which holds no such lock.
    for (const owner of [`${process.ppid} 1`, `${process.pid} 1`]) {
      writeFileSync(join(owned.log.sessionDir, 'owner'), owner);
      const again = files.open('/a/shop', owned.sessionId);
      again.log.close();
      again.release();
    }
    expect(files.list('/a/shop').map(({ live }) => live)).toEqual([false]);
  });

  it('takes over from a dead process', () => {
    const files = new SessionFiles(dir);
    const owned = files.create('/a/shop');
    owned.log.append(title('mine'));
    owned.log.close();
    owned.release();
    writeFileSync(join(owned.log.sessionDir, 'owner'), '999999999');
    expect(files.open('/a/shop', owned.sessionId).sessionId).toBe(owned.sessionId);
  });
});
