import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { lastSign, leaveSigns } from '#main/session/sign-of-life.ts';
import { foldSession } from '#shared/session/fold.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { TempProject } from '#test/support/temp-project.ts';

const STARTED = Date.UTC(2026, 0, 1, 22);
const NEXT_MORNING = STARTED + 10 * 3_600_000;
const view = { kind: 'command' as const, title: 'npm run build', summary: '' };

/** A process that was killed two seconds after the first message, while a command ran and a request waited. */
const LEFT: readonly (readonly [afterMs: number, event: NewSessionEvent])[] = [
  [0, { type: 'session.created', data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'anthropic' } }],
  [0, { type: 'turn.started', data: { turnId: 'first' } }],
  [0, { type: 'user.message', data: { messageId: 'u', content: [{ type: 'text', text: 'Go' }], origin: 'prompt', visibility: 'both' } }],
  [1000, { type: 'call.queued', data: { callId: 'c', messageId: 'a', requestId: 'r', toolName: 'Bash', view, parallel: false } }],
  [2000, { type: 'call.started', data: { callId: 'c' } }],
];

function killed(temp: TempProject): SessionLog {
  const dir = join(temp.stateDir, 'session');
  SessionLog.create(dir).close();
  const lines = LEFT.map(([after, event], index) => JSON.stringify({ id: `e${index}`, seq: index + 1, at: STARTED + after, ...event }));
  writeFileSync(join(dir, EVENTS_FILE), `${lines.join('\n')}\n`, { flag: 'a' });
  return SessionLog.open(dir);
}

test('what a killed process left open ended when it last gave a sign of life, not when the session is resumed', () => {
  using temp = new TempProject();
  const log = killed(temp);
  const recovered = recoverSession(log);
  expect(recovered.calls['c']).toMatchObject({ state: 'cancelled', finishedAt: STARTED + 2000 });
  expect(recovered.turns).toMatchObject([{ turnId: 'first', outcome: 'interrupted', endedAt: STARTED + 2000 }]);
  expect(recovered.turn).toBeNull();
  expect(log.events.at(-1)).toMatchObject({ type: 'session.resumed', data: { closed: 2 } });
  expect(log.events.at(-1)?.at).toBeGreaterThan(NEXT_MORNING);
  expect(foldSession(log.events)).toEqual(recovered);
  log.close();
});

test('a command that printed nothing ran until the session’s last sign of life', () => {
  using temp = new TempProject();
  const log = killed(temp);
  const seenAt = STARTED + 60_000;
  const file = join(log.sessionDir, 'alive');
  writeFileSync(file, '');
  utimesSync(file, seenAt / 1000, seenAt / 1000);
  expect(recoverSession(log).calls['c']?.finishedAt).toBe(seenAt);
  log.close();
});

test('a session leaves signs of life while it works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  using temp = new TempProject();
  let isWorking = false;
  const stop = leaveSigns(temp.stateDir, () => isWorking);
  vi.advanceTimersByTime(60_000);
  expect(lastSign(temp.stateDir)).toBe(0);
  isWorking = true;
  vi.advanceTimersByTime(5000);
  await vi.waitFor(() => expect(lastSign(temp.stateDir)).toBeGreaterThan(NEXT_MORNING));
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a turn that is continued is another try of the same message', () => {
  using temp = new TempProject();
  const log = killed(temp);
  recoverSession(log);
  log.append({ type: 'turn.started', data: { turnId: 'second' } }, NEXT_MORNING);
  log.append({ type: 'turn.ended', data: { turnId: 'second', outcome: 'completed' } }, NEXT_MORNING + 3000);
  expect(foldSession(log.events).turns).toMatchObject([
    { turnId: 'first', startedAt: STARTED, endedAt: STARTED + 2000, outcome: 'interrupted' },
    { turnId: 'second', startedAt: NEXT_MORNING, endedAt: NEXT_MORNING + 3000, outcome: 'completed' },
  ]);
  log.close();
});
