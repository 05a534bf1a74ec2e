import { expect, it } from 'vitest';
import { roundSpan, ticks, windowOver, zoom } from '../../../../renderer/timeline/axis/time-window.ts';

it.each([
  [0, 200],
  [201, 250],
  [1000, 1000],
  [1001, 1200],
  [8100, 10_000],
  [61_000, 80_000],
])('rounds a span of %i up to %i', (span, rounded) => expect(roundSpan(span)).toBe(rounded));

it('leaves space for a live edge to grow', () => {
  expect(windowOver(0, 1400, true)).toEqual({ from: 0, span: 1500 });
  expect(windowOver(100, 100, false).span).toBeGreaterThan(0);
});

it('zooms around a fixed point', () => {
  const closer = zoom({ from: 1000, span: 1000 }, 0.5, 0.25);
  expect(closer).toEqual({ from: 1125, span: 500 });
  expect(closer.from + closer.span * 0.25).toBe(1250);
});

it('places round ticks without crowding', () => {
  expect(ticks({ from: 0, span: 10_000 }, 400).map((tick) => tick.label)).toEqual(['0', '2 s', '4 s', '6 s', '8 s']);
  expect(ticks({ from: 0, span: 900 }, 300).map((tick) => tick.label)).toEqual(['0', '200 ms', '400 ms', '600 ms', '800 ms']);
  expect(ticks({ from: 0, span: 7_200_000 }, 300).map((tick) => tick.label)).toEqual(['0', '30 m', '1 h 0 m', '1 h 30 m']);
  expect(ticks({ from: 0, span: 1000 }, 0)).toEqual([]);
});
