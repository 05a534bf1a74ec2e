import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const DISPLAY_FRAME = 16;

/** Frames and idle periods that the clock asked for. */
let frames = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: 5000 });
  vi.resetModules();
  frames = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames += 1;
    return setTimeout(run, DISPLAY_FRAME);
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal('cancelIdleCallback', (idle: number) => clearTimeout(idle));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('asks for no display frames while only counters of seconds are shown', async () => {
  const { onFrame } = await import('../../../../renderer/time/clock.ts');
  const calls: number[] = [];
  vi.setSystemTime(5400);
  const end = onFrame((now) => calls.push(now), 1000);
  vi.advanceTimersByTime(2700);
  // At once, and then as each second begins.
  expect(calls.map((now) => Math.floor(now / 1000))).toEqual([5, 6, 7, 8]);
  expect(frames).toBe(0);
  end();
  vi.advanceTimersByTime(5000);
  expect(calls).toHaveLength(4);
});

test('follows the shortest step, also of a listener that comes later, and returns to the longer one', async () => {
  const { onFrame } = await import('../../../../renderer/time/clock.ts');
  let calls = 0;
  const endSlow = onFrame(() => (calls += 1), 1000);
  vi.advanceTimersByTime(100);
  expect(calls).toBe(1);
  const endFast = onFrame(() => {}, 0);
  vi.advanceTimersByTime(10 * DISPLAY_FRAME);
  expect(frames).toBeGreaterThanOrEqual(10);
  expect(calls).toBeGreaterThanOrEqual(10);
  endFast();
  vi.advanceTimersByTime(2 * DISPLAY_FRAME);
  const before = frames;
  vi.advanceTimersByTime(3000);
  expect(frames).toBe(before);
  endSlow();
  expect(vi.getTimerCount()).toBe(0);
});

test('listeners that come and go don’t put off the next call, however many there are', async () => {
  const { onFrame } = await import('../../../../renderer/time/clock.ts');
  let calls = 0;
  const ends = Array.from({ length: 20 }, () => onFrame(() => {}, 0));
  ends.push(onFrame(() => (calls += 1), 1000));
  // An idle moment comes later than the next render.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 90));
  for (let time = 0; time < 3000; time += 20) {
    onFrame(() => {}, 33)();
    vi.advanceTimersByTime(20);
  }
  expect(calls).toBeGreaterThan(5);
  for (const end of ends) end();
});

test('goes in long steps while the engine’s time is held, wherever in a second that was', async () => {
  const { onFrame } = await import('../../../../renderer/time/clock.ts');
  const { holdEngineTime } = await import('../../../../renderer/store/engine-clock.ts');
  vi.setSystemTime(5999);
  holdEngineTime(true);
  let calls = 0;
  const end = onFrame(() => (calls += 1), 0);
  vi.advanceTimersByTime(3500);
  expect(calls).toBe(4);
  end();
});
