import { onTestFinished, vi } from 'vitest';

/**
 * From now on, until the test ends, `passed` lets time go by for what waits with `setTimeout`; beside that it goes by as ever. For
 * time limits that are to end once what they end is there, however long a busy machine takes to start it.
 */
export function hasteTimeLimits(): { readonly passed: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return { passed: (ms) => void vi.advanceTimersByTime(ms) };
}
