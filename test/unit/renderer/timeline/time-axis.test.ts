import { describe, expect, it } from 'vitest';
import { buildAxis, liveEdge, sameScale, toAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { ran, row } from './rows.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('buildAxis', () => {
  it('draws work to scale', () => {
    const axis = buildAxis([ran('a', 100, 5100), ran('b', 5100, 9100)], 9100, true, true);
    expect([toAxis(axis, 100), toAxis(axis, 5100), toAxis(axis, 9100)]).toEqual([0, 5000, 9000]);
    expect(axis.folds).toEqual([]);
  });

  it('folds an idle hour between two turns', () => {
    const axis = buildAxis([ran('a', 0, 10 * SECOND), ran('b', HOUR, HOUR + 10 * SECOND)], HOUR + 10 * SECOND, true, false);
    expect(axis.folds).toMatchObject([{ from: 10 * SECOND, to: HOUR, kind: 'idle', drawn: 10 * SECOND }]);
    expect(toAxis(axis, HOUR + 10 * SECOND)).toBe(30 * SECOND);
  });

  it('folds less of the time waiting for a person', () => {
    const rows = [
      ran('a', 0, 2 * SECOND),
      row('b', { queuedAt: 2 * SECOND, askedAt: 2 * SECOND, answeredAt: HOUR, startedAt: HOUR, finishedAt: HOUR + 2 * SECOND }),
    ];
    const axis = buildAxis(rows, HOUR + 2 * SECOND, true, true);
    expect(axis.folds).toMatchObject([{ kind: 'waiting', drawn: 4 * SECOND }]);
  });

  it('does not fold a running call while another waits', () => {
    const rows = [
      row('a', { queuedAt: 0, askedAt: 0, answeredAt: 60 * SECOND, startedAt: 60 * SECOND, finishedAt: 61 * SECOND }),
      ran('b', 0, 60 * SECOND),
    ];
    expect(buildAxis(rows, 61 * SECOND, true, true).folds).toEqual([]);
  });

  it('changes nothing when folding is off', () => {
    const axis = buildAxis([ran('a', 0, 1000), ran('b', HOUR, HOUR + 1000)], HOUR + 1000, false, true);
    expect(toAxis(axis, HOUR)).toBe(HOUR);
  });

  it('the live edge advances while a call runs, and stops when idle', () => {
    const running = buildAxis([row('a', { state: 'running', startedAt: 0 })], 1000, true, true);
    expect(liveEdge(running, HOUR)).toBe(HOUR);
    const idle = buildAxis([ran('a', 0, 10 * SECOND)], 10 * SECOND, true, true);
    expect(liveEdge(idle, 12 * SECOND)).toBe(12 * SECOND);
    expect(liveEdge(idle, HOUR)).toBe(15 * SECOND);
    expect(liveEdge(idle, 2 * HOUR)).toBe(15 * SECOND);
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
