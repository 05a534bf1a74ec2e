import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressThinner } from '#main/mcp/progress-thinner.ts';

const progress = (progressToken: string | number, step: number) => ({
  method: 'notifications/progress',
  params: { progressToken, progress: step },
});
const answer = { id: 1, result: {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('passes on the newest of each call after a moment', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  for (let step = 1; step <= 100; step += 1) for (const token of ['a', 2]) expect(thinner.take(progress(token, step))).toEqual([]);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(passed).toEqual([progress('a', 100), progress(2, 100)]);
  vi.advanceTimersByTime(1000);
  expect(passed).toHaveLength(2);
});

it('keeps the order: what a call reported comes before its answer, and not again', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  thinner.take(progress('a', 1));
  expect(thinner.take(answer)).toEqual([progress('a', 1), answer]);
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([]);
});

it('takes what only looks like progress for what it is', () => {
  const thinner = new ProgressThinner(() => undefined);
  const odd = { method: 'notifications/progress', params: { progress: 1 } };
  expect(thinner.take(odd)).toEqual([odd]);
  expect(thinner.take(undefined)).toEqual([]);
});

it('passes nothing on once it was stopped', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  thinner.take(progress('a', 1));
  thinner.stop();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([]);
});
