import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { AppError } from '#shared/contract/app-error.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
  file = join(dir, 's', EVENTS_FILE);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

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
    ['{"some":"json"}\n', 'not a session log'],
    ['', 'not a session log'],
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
