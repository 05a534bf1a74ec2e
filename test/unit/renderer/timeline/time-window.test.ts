import { expect, it } from 'vitest';
import { roundSpan, windowOver, zoom } from '../../../../renderer/timeline/axis/time-window.ts';

it.each([
  [180, 200],
  [201, 250],
  [1000, 1000],
  [1001, 1200],
  [8100, 10_000],
  [61_000, 80_000],
])('rounds a span of %i up to %i', (span, rounded) => expect(roundSpan(span)).toBe(rounded));

it('spans a second at least, so that a millisecond never looks like one', () => {
  expect(windowOver(0, 3, false).span).toBeGreaterThanOrEqual(1000);
  expect(windowOver(0, 3, true).span).toBeGreaterThanOrEqual(1000);
});

it('leaves space for a live edge to grow', () => {
  expect(windowOver(0, 1400, true)).toEqual({ from: 0, span: 1500 });
  expect(windowOver(100, 100, false).span).toBeGreaterThan(0);
});

it('zooms around a fixed point', () => {
  const closer = zoom({ from: 1000, span: 1000 }, 0.5, 0.25);
  expect(closer).toEqual({ from: 1125, span: 500 });
  expect(closer.from + closer.span * 0.25).toBe(1250);
});
