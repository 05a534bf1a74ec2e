import { describe, expect, it } from 'vitest';
import { buildAxis, openFold, sameScale, toAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { ran, row } from './rows.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('buildAxis', () => {
  it('draws work to scale', () => {
    const axis = buildAxis([ran('a', 100, 5100), ran('b', 5100, 9100)], 9100, true, false);
    expect([toAxis(axis, 100), toAxis(axis, 5100), toAxis(axis, 9100)]).toEqual([0, 5000, 9000]);
    expect(axis.folds).toEqual([]);
  });

  it('folds an idle hour between two turns', () => {
    const axis = buildAxis([ran('a', 0, 10 * SECOND), ran('b', HOUR, HOUR + 10 * SECOND)], HOUR + 10 * SECOND, true, false);
    expect(axis.folds).toMatchObject([{ from: 10 * SECOND, to: HOUR, kind: 'idle', drawn: 5 * SECOND }]);
    expect(toAxis(axis, HOUR + 10 * SECOND)).toBe(25 * SECOND);
  });

  /** Answered `waited` after it was asked, and then run for a second. */
  const waitedFor = (callId: string, at: number, waited: number) =>
    row(callId, { queuedAt: at, askedAt: at, answeredAt: at + waited, startedAt: at + waited, finishedAt: at + waited + SECOND });

  it.each([3, 10, 3600])('draws a wait of %i s that dominates an ended turn as a fifth of it', (seconds) => {
    const axis = buildAxis([ran('a', 0, SECOND), waitedFor('b', SECOND, seconds * SECOND)], 4 * HOUR, true, false);
    expect(axis.folds).toMatchObject([{ kind: 'waiting', drawn: 500 }]);
    expect(toAxis(axis, axis.lastKnown)).toBe(2500);
  });

  it('folds pauses and waits of an ended turn to one length, and to two fifths of it together', () => {
    const rows = [
      ran('a', 0, SECOND),
      waitedFor('b', SECOND, 9 * SECOND),
      waitedFor('c', 11 * SECOND, 30 * SECOND),
      ran('d', HOUR, HOUR + SECOND),
    ];
    const axis = buildAxis(rows, 4 * HOUR, true, false);
    expect(axis.folds.map(({ kind }) => kind)).toEqual(['waiting', 'waiting', 'idle']);
    const [first = 0, ...others] = axis.folds.map(({ drawn }) => drawn);
    expect(others).toEqual([first, first]);
    expect(first * 3).toBeCloseTo(toAxis(axis, axis.lastKnown) * 0.4);
  });

  it('draws an ended turn of many short pauses to scale', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ran(`r${index}`, index * 3 * SECOND, index * 3 * SECOND + 5));
    expect(buildAxis(rows, HOUR, true, false).folds).toEqual([]);
    // One long pause among them takes a fifth.
    const last = ran('last', HOUR, HOUR + 5);
    const [fold] = buildAxis([...rows, last], HOUR, true, false).folds;
    expect(fold).toMatchObject({ from: 27_005, to: HOUR });
  });

  it('does not fold a running call while another waits', () => {
    const rows = [
      row('a', { queuedAt: 0, askedAt: 0, answeredAt: 60 * SECOND, startedAt: 60 * SECOND, finishedAt: 61 * SECOND }),
      ran('b', 0, 60 * SECOND),
    ];
    expect(buildAxis(rows, 61 * SECOND, true, false).folds).toEqual([]);
  });

  it('changes nothing when folding is off', () => {
    const axis = buildAxis([ran('a', 0, 1000), ran('b', HOUR, HOUR + 1000)], HOUR + 1000, false, true);
    expect(toAxis(axis, HOUR)).toBe(HOUR);
  });

  it('draws waits and pauses of a few seconds to scale, also while they last', () => {
    const asked = row('b', { queuedAt: 1000, askedAt: 1000, state: 'waiting' });
    const waiting = buildAxis([ran('a', 0, 9), asked], 1000, true, true);
    expect([2000, 3500, 5500].map((time) => toAxis(waiting, time))).toEqual([2000, 3500, 5500]);
    const answered = { ...asked, state: 'done' as const, answeredAt: 8500, startedAt: 8500, finishedAt: 8600 };
    expect(
      buildAxis([ran('a', 0, 9), answered, row('c', { queuedAt: 11_000, startedAt: 11_000, state: 'running' })], 13_500, true, true).folds,
    ).toEqual([]);
  });

  it('draws nothing behind the current time while a person is waited for', () => {
    const asked = (callId: string, at: number) => row(callId, { queuedAt: at, askedAt: at, state: 'waiting' });
    const first = asked('a', 0);
    // Answered, and queued behind the first.
    const ahead = row('b', { queuedAt: 10, askedAt: 10, answeredAt: 40_000, state: 'queued' });
    const axis = buildAxis([first, ahead, asked('c', 60_000)], 61_000, true, true);
    const places = [10, 40_000, 60_000, 90_000].map((time) => toAxis(axis, time));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(4);
    expect(openFold(axis)).toMatchObject({ from: 60_000, kind: 'waiting' });
  });

  it('the live edge advances while a call runs, and stops when idle', () => {
    const running = buildAxis([row('a', { state: 'running', startedAt: 0 })], 1000, true, true);
    expect(toAxis(running, HOUR)).toBe(HOUR);
    const idle = buildAxis([ran('a', 0, 10 * SECOND)], 10 * SECOND, true, true);
    expect([12 * SECOND, HOUR, 2 * HOUR].map((time) => toAxis(idle, time))).toEqual([12 * SECOND, 15 * SECOND, 15 * SECOND]);
  });

  it('folds where sub-agents wait for their models and none of their calls runs', () => {
    const rows = [
      ran('agent', 0, 62 * SECOND),
      ran('a', SECOND, 2 * SECOND, { parentCallId: 'agent', agentId: 'g1' }),
      ran('b', 60 * SECOND, 61 * SECOND, { parentCallId: 'agent', agentId: 'g1' }),
    ];
    const axis = buildAxis(rows, 62 * SECOND, true, false);
    expect(axis.folds).toMatchObject([{ from: 2 * SECOND, to: 60 * SECOND, kind: 'idle' }]);
    expect(axis.lastKnown).toBe(62 * SECOND);
    // Meanwhile, the live edge stands still as in other pauses.
    const live = buildAxis([row('agent', { state: 'running', startedAt: 0 }), ...rows.slice(1, 2)], 40 * SECOND, true, true);
    expect(toAxis(live, HOUR)).toBe(toAxis(live, 2 * HOUR));
    // One without calls of its own is work.
    expect(buildAxis([ran('agent', 0, 62 * SECOND)], 62 * SECOND, true, false).folds).toEqual([]);
  });

  it('keeps the same scale object while it is unchanged', () => {
    const rows = [ran('a', 0, 10 * SECOND), ran('b', HOUR, HOUR + 10 * SECOND)];
    const before = sameScale(undefined, buildAxis(rows, HOUR + 11 * SECOND, true, true));
    expect(sameScale(before, buildAxis(rows, HOUR + 12 * SECOND, true, true))).toBe(before);
    expect(sameScale(before, buildAxis([...rows, ran('c', 3 * HOUR, 3 * HOUR + 1)], 4 * HOUR, true, true))).not.toBe(before);
  });

  it('is monotonic, and never draws time longer than it was', () => {
    const rows = [ran('a', 0, 900), ran('b', 400_000, 401_000), ran('c', 401_200, 402_000), ran('d', 900_000, 905_000)];
    const axis = buildAxis(rows, 905_000, true, true);
    let last = -1;
    for (let time = 0; time <= 905_000; time += 1237) {
      const at = toAxis(axis, time);
      expect(at).toBeGreaterThanOrEqual(last);
      expect(at).toBeLessThanOrEqual(time);
      last = at;
    }
  });

  it('starts now when there is nothing', () => {
    expect(toAxis(buildAxis([], 5000, true, true), 5000)).toBe(0);
  });
});
