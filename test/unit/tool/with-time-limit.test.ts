import { afterEach, describe, expect, it, vi } from 'vitest';
import { withTimeLimit } from '#main/tool/with-time-limit.ts';

afterEach(() => void vi.restoreAllMocks());

/** Never ends, the first `times` times. */
function endless(times: number): { readonly work: () => number; readonly runs: () => number } {
  let runs = 0;
  return {
    work: () => {
      runs += 1;
      for (;;) if (runs > times) return runs;
    },
    runs: () => runs,
  };
}

describe('a time limit', () => {
  it('stops endless work, once', () => {
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 40_000, system: 0 });
    const { work, runs } = endless(Infinity);
    expect(() => withTimeLimit(work, 50)).toThrow(expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }));
    expect(runs()).toBe(1);
  });

  it('that passed while the process was suspended is ignored: the work is repeated', () => {
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
    expect(withTimeLimit(endless(1).work, 50)).toBe(2);
  });

  it('is ignored at most three times', () => {
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
    const { work, runs } = endless(Infinity);
    expect(() => withTimeLimit(work, 50)).toThrow(expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }));
    expect(runs()).toBe(3);
  });

  it('rethrows the error of the work', () => {
    const error = new Error('no');
    expect(() =>
      withTimeLimit(() => {
        throw error;
      }, 1000),
    ).toThrow(error);
  });
});
