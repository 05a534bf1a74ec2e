import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { SessionFiles } from '#main/session/store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { SESSION_FORMAT, SESSION_FORMAT_VERSION } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Everything on disk of a session whose program died at its start. */
const HEADER = `${JSON.stringify({ format: SESSION_FORMAT, version: SESSION_FORMAT_VERSION })}\n`;

const title = (text: string) => ({ type: 'session.title', data: { title: text } }) as const;
const create = () => SessionLog.create(join(dir, 's'));

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
