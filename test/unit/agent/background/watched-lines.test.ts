import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WatchedLines } from '#main/agent/background/watched-lines.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const reports: { readonly lines: readonly string[]; readonly dropped: number }[] = [];
  const floods: string[] = [];
  const fixture = new WatchedLines({
    report: (lines, dropped) => reports.push({ lines, dropped }),
    onFlood: (why) => floods.push(why),
  });
  return { fixture, reports, floods };
}

it('reports lines printed together in one piece, and then at most every two seconds', () => {
  const { fixture: lines, reports } = watched();
  lines.push(['a']);
  vi.advanceTimersByTime(100);
  lines.push(['b']);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(reports).toEqual([{ lines: ['a', 'b'], dropped: 0 }]);
  lines.push(['c']);
  vi.advanceTimersByTime(1900);
  lines.push(['d']);
  expect(reports).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(reports[1]).toEqual({ lines: ['c', 'd'], dropped: 0 });
});

it('bounds a report in lines, characters and length of a line', () => {
  const { fixture: lines, reports } = watched();
  lines.push(Array.from({ length: 60 }, (_, index) => `line ${String(index)}`));
  vi.advanceTimersByTime(200);
  expect(reports[0]).toMatchObject({ dropped: 10 });
  expect(reports[0]?.lines).toHaveLength(50);
  lines.push(Array.from({ length: 40 }, () => 'x'.repeat(4096)));
  vi.advanceTimersByTime(2000);
  expect(reports[1]?.lines.join('').length).toBeLessThan(10_000);
  expect(reports[1]?.lines[0]).toHaveLength(501);
});

it('ends with a flood: too many lines at once', () => {
  const { fixture: lines, reports, floods } = watched();
  for (let index = 0; index < 200; index += 1) lines.push(Array.from({ length: 10 }, () => 'x'));
  expect(floods).toEqual(['it printed more than 1000 lines in 10 seconds']);
  expect(reports).toHaveLength(1);
  vi.runAllTimers();
  expect(reports).toHaveLength(1);
});

it('ends with a flood: too many reports in a row', () => {
  const { fixture: lines, reports, floods } = watched();
  for (let index = 0; index < 100; index += 1) {
    lines.push(['x']);
    vi.advanceTimersByTime(2500);
  }
  expect(floods).toEqual(['it had something to report more than 60 times in 5 minutes']);
  expect(reports).toHaveLength(61);
});

it('continues while it reports only now and then', () => {
  const { fixture: lines, floods } = watched();
  for (let index = 0; index < 500; index += 1) {
    lines.push(['x']);
    vi.advanceTimersByTime(6000);
  }
  expect(floods).toEqual([]);
});
