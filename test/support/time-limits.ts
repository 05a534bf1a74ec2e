import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends, `passed` advances the time of pending `setTimeout` calls; otherwise it runs normally. For time limits that must
 * expire only after the thing they limit has started, however slow the machine.
 */
export function controlTimeLimits(): { readonly passed: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return { passed: (ms) => void vi.advanceTimersByTime(ms) };
}
