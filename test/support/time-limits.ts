import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends, `passed` advances the time of pending `setTimeout` calls; otherwise it runs normally. For time limits that must
 * expire only after the thing they limit has started, however slow the machine. `hasStarted` tells whether a limit of so many milliseconds
 * was ever started.
 */
export function controlTimeLimits(): { readonly passed: (ms: number) => void; readonly hasStarted: (ms: number) => boolean } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const started = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => {
    started.mockRestore();
    vi.useRealTimers();
  });
  return {
    passed: (ms) => void vi.advanceTimersByTime(ms),
    hasStarted: (ms) => started.mock.calls.some(([, delay]) => delay === ms),
  };
}
