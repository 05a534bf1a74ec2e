import { expect, it } from 'vitest';
import { LatestProgress } from '#main/host/push-batch.ts';

/** `calls` calls report at every millisecond of a second; returns how often, and about how many of them, the window was notified. */
function second(calls: number): { pushes: number; words: number } {
  const latest = new LatestProgress();
  let [pushes, words] = [0, 0];
  for (let now = 0; now < 1000; now += 1) {
    for (let call = 0; call < calls; call += 1) latest.set('s', { type: 'progress', callId: `c${call}`, progress: { text: String(now) } });
    for (const push of latest.take(now)) {
      pushes += 1;
      if (push.push === 'session.frames') words += push.payload.frames.length;
    }
  }
  return { pushes, words };
}

it('reports a few calls ten times a second', () => {
  expect(second(1)).toEqual({ pushes: 10, words: 10 });
  expect(second(50)).toEqual({ pushes: 10, words: 500 });
});

it('reports hundreds of calls less often, so that the total stays the same', () => {
  expect(second(250)).toEqual({ pushes: 2, words: 500 });
  expect(second(1000)).toEqual({ pushes: 1, words: 1000 });
});

it('reports the latest progress', () => {
  const latest = new LatestProgress();
  for (const text of ['one', 'two']) latest.set('s', { type: 'progress', callId: 'c', progress: { text } });
  expect(latest.take(0)).toEqual([
    { push: 'session.frames', payload: { sessionId: 's', frames: [{ type: 'progress', callId: 'c', progress: { text: 'two' } }] } },
  ]);
  expect(latest.isEmpty).toBe(true);
});
