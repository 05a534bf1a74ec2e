import { expect, it, vi } from 'vitest';
import { AgentNotices } from '#main/engine/session/services/agent-notices.ts';
import { PushBus } from '#main/engine/push-bus.ts';

const NOTICE = { sessionId: 's', projectDir: '/p', text: 'Done.' };
const never = new AbortController().signal;

/** Notices with windows that do `act` with each. */
function noticesWith(act: (notices: AgentNotices, noticeId: string) => void, answerMs?: number): AgentNotices {
  const bus = new PushBus();
  const notices = new AgentNotices(bus, answerMs);
  bus.listen(({ push, payload }) => {
    if (push === 'agent.notice') act(notices, payload.noticeId);
  });
  return notices;
}

it.each(['shown', 'user_present', 'no_transport'] as const)('reports what a window answers: %s', async (outcome) => {
  const notices = noticesWith((all, id) => all.answer(id, outcome));
  expect(await notices.show(NOTICE, never)).toBe(outcome);
});

it('lets only one window show it', async () => {
  const taken: boolean[] = [];
  const notices = noticesWith((all, id) => {
    taken.push(all.take(id), all.take(id), all.take('another'));
    all.answer(id, 'shown');
    all.answer(id, 'no_transport');
    all.answer('another', 'no_transport');
  });
  expect(await notices.show(NOTICE, never)).toBe('shown');
  expect(taken).toEqual([true, false, false]);
});

it('gives up when no window answers, and when the call is stopped', async () => {
  expect(await noticesWith(() => undefined, 1).show(NOTICE, never)).toBe('no_transport');
  const stop = new AbortController();
  const shown = noticesWith(() => stop.abort(), 1e9).show(NOTICE, stop.signal);
  expect(await shown).toBe('no_transport');
  expect(await noticesWith((all, id) => all.answer(id, 'shown')).show(NOTICE, AbortSignal.abort())).toBe('no_transport');
});

it('limits how many a session sends, and counts again after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const notices = noticesWith((all, id) => all.answer(id, 'shown'));
    for (let count = 0; count < 5; count += 1) await notices.show(NOTICE, never);
    await expect(notices.show(NOTICE, never)).rejects.toThrow('5 notifications in the last ten minutes');
    expect(await notices.show({ ...NOTICE, sessionId: 'other' }, never)).toBe('shown');
    vi.advanceTimersByTime(10 * 60_000);
    expect(await notices.show(NOTICE, never)).toBe('shown');
  } finally {
    vi.useRealTimers();
  }
});
