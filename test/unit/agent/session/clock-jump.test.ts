import { afterEach, expect, test, vi } from 'vitest';
import { toolUse, text, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const HOUR = 3_600_000;
afterEach(() => void vi.useRealTimers());

/** Only the wall clock jumps. */
function jump(hours: number): void {
  vi.setSystemTime(Date.now() + hours * HOUR);
}

test.each([
  ['back', -5],
  ['forward', 7],
])('a clock jump of %s hours during a turn doesn’t affect order, durations or retries', async (_way, hours) => {
  const say: Answer = {
    blocks: [toolUse('a', 'Wait', { text: '' }), toolUse('b', 'Jump', { text: '' }), toolUse('c', 'Wait', { text: '' })],
  };
  await using server = await MessagesServer.start(say, { status: 529, error: 'busy' }, { blocks: [text('Done.')] });
  const wait = testTool('Wait', { run: () => 'waited' });
  const jumping = testTool('Jump', {
    run: () => {
      jump(hours);
      return 'jumped';
    },
  });
  await using fixture = new TestSession({ url: server.url, tools: [wait, jumping], retryScale: 0.01 });
  await fixture.say('go');
  expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['completed']);
  expect(fixture.all('request.retry').map(({ delayMs }) => delayMs)).toEqual([5]);

  const times = fixture.events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const { calls, callOrder } = fixture.session.view;
  expect(callOrder).toEqual(['a', 'b', 'c']);
  for (const { callId, finishedAt = 0, startedAt = 0, queuedAt } of Object.values(calls)) {
    expect({ callId, began: startedAt >= queuedAt, ended: finishedAt >= startedAt }).toEqual({ callId, began: true, ended: true });
    // Only the call during which the clock jumped forward may appear longer.
    if (callId !== 'b' || hours < 0) expect(finishedAt - startedAt).toBeLessThan(HOUR / 2);
  }
  for (const { spans } of fixture.all('call.finished')) {
    for (const { start, end } of spans) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end - start).toBeLessThan(HOUR / 2);
    }
  }

  // The clock is corrected, and the session continues after a restart, still in order.
  jump(-hours);
  await fixture.reopen();
  server.push({ blocks: [text('Still here.')] });
  await fixture.say('and now?');
  const later = fixture.events.map(({ at }) => at);
  expect(later).toEqual(later.toSorted((one, other) => one - other));
  expect(conversationProblems(server.requests.at(-1)?.body ?? { messages: [] })).toEqual([]);
});
