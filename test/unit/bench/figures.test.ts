import { describe, expect, it } from 'vitest';
import { cpuColumns, goalTable, timesBare } from '../../bench/support/goal-table.ts';
import { median, quantile, shareGrowth } from '../../bench/support/statistics.ts';

describe('benchmark figures', () => {
  it('takes the median regardless of order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(quantile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(median([])).toBeNaN();
  });

  it('counts only growth beyond the baseline’s own growth', () => {
    const floor = Array.from({ length: 1000 }, (_, turn) => 1 + turn / 100);
    const ours = floor.map((gap, turn) => gap + 3 + turn / 1000);
    const { early, late, growth } = shareGrowth(ours, floor);
    expect(early).toBeCloseTo(3.15);
    expect(late).toBeCloseTo(3.95);
    expect(growth).toBeCloseTo(0.8);
  });

  it('compares with the bare loop by medians, and in CPU time where the system reports it', () => {
    expect(timesBare([1, 3, 100], [2, 2, 2])).toBe(1.5);
    expect(cpuColumns([3, 3], [2, 2])).toEqual({ CPU: 3, 'bare CPU': 2, '× bare CPU': 1.5 });
    expect(cpuColumns([], [2])).toEqual({});
  });

  it('reports for each figure whether it meets its goal, and what wasn’t measured', () => {
    const lines = goalTable('A turn', [
      { name: 'fast', figure: 5, goal: 5, baselines: { floor: 1 } },
      { name: 'slow', figure: 250, goal: 5, baselines: { other: 17 } },
    ]).split('\n');
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['A turn'],
      ['measured', 'goal', 'floor', 'other'],
      ['fast', '5.00', '≤ 5.00', 'met', '1.00', '–'],
      ['slow', '250', '≤ 5.00', 'missed', '–', '17.00'],
    ]);
  });
});
