import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressThinner } from '#main/mcp/connection/server-output.ts';

const progress = (progressToken: string | number, step: number) => ({
  method: 'notifications/progress',
  params: { progressToken, progress: step },
});
const answer = { id: 1, result: {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('forwards the latest progress of each call after a moment', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  for (let step = 1; step <= 100; step += 1) for (const token of ['a', 2]) expect(thinner.take(progress(token, step))).toEqual([]);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(passed).toEqual([progress('a', 100), progress(2, 100)]);
  vi.advanceTimersByTime(1000);
  expect(passed).toHaveLength(2);
});

it('keeps the order: sends a call’s progress before its answer, and not again', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  thinner.take(progress('a', 1));
  expect(thinner.take(answer)).toEqual([progress('a', 1), answer]);
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([]);
});

it('forwards messages that only resemble progress unchanged', () => {
  const thinner = new ProgressThinner(() => undefined);
  const odd = { method: 'notifications/progress', params: { progress: 1 } };
  expect(thinner.take(odd)).toEqual([odd]);
  expect(thinner.take(undefined)).toEqual([]);
});

it('forwards nothing after it was stopped', () => {
  const passed: object[] = [];
  const thinner = new ProgressThinner((message) => passed.push(message));
  thinner.take(progress('a', 1));
  thinner.stop();
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([]);
});
