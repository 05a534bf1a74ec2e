import { describe, expect, it } from 'vitest';
import { FloodGuard } from '#main/mcp/connection/server-output.ts';

/** How many messages `calls` running calls may send at one moment. */
function passed(guard: FloodGuard, calls: (message: number) => number, now = 0, most = 1_000_000): number {
  for (let message = 0; message < most; message += 1) {
    try {
      guard.message(now, calls(message));
    } catch {
      return message;
    }
  }
  return most;
}

describe('what a server may send in ten seconds', () => {
  it('is bounded while it has no calls', () => {
    expect(passed(new FloodGuard(), () => 0)).toBe(20_000);
  });

  it('grows with its calls: 200 calls reporting 60 times a second are no flood', () => {
    const guard = new FloodGuard();
    expect(passed(guard, () => 200, 0, 120_000)).toBe(120_000);
    expect(passed(new FloodGuard(), () => 1)).toBe(21_000);
  });

  it('counts calls that ended meanwhile, until the next ten seconds', () => {
    const guard = new FloodGuard();
    expect(passed(guard, (message) => (message < 100 ? 10 : 0))).toBe(30_000);
    expect(passed(guard, () => 0, 10_001)).toBe(20_000);
  });
});
