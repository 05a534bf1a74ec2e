import { expect, it } from 'vitest';
import { roundSpan, ticks, windowOver, zoom } from '../../../../renderer/timeline/axis/time-window.ts';

it.each([
  [0, 50],
  [180, 200],
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

const scale = { origin: 0, folds: [] };

it('places round ticks without crowding', () => {
  const labels = (span: number, width: number) => ticks({ from: 0, span }, width, scale).map(({ label }) => label);
  expect(labels(10_000, 400)).toEqual(['0', '2 s', '4 s', '6 s', '8 s']);
  expect(labels(900, 300)).toEqual(['0', '200 ms', '400 ms', '600 ms', '800 ms']);
  expect(labels(7_200_000, 300)).toEqual(['0', '30 m', '1 h 0 m', '1 h 30 m']);
  expect(labels(1000, 0)).toEqual([]);
});

it('names the time that has passed, also after what is folded, and places nothing inside that', () => {
  const folded = { origin: 5000, folds: [{ from: 7000, to: 605_500, kind: 'idle' as const, drawn: 1000 }] };
  expect(ticks({ from: 0, span: 6000 }, 600, folded)).toEqual([
    { at: 0, label: '0' },
    { at: 1 / 6, label: '1 s' },
    { at: 3500 / 6000, label: '10 m 1 s' },
    { at: 4500 / 6000, label: '10 m 2 s' },
    { at: 5500 / 6000, label: '10 m 3 s' },
  ]);
});

it('counts ticks from the start of the turn, however far it is zoomed in', () => {
  expect(ticks({ from: 5000, span: 400 }, 300, scale).map(({ label }) => label)).toEqual(['5 s', '5.1 s', '5.2 s', '5.3 s']);
  expect(ticks({ from: 5000, span: 20 }, 300, scale).map(({ label }) => label)).toEqual(['5 s', '5.005 s', '5.01 s', '5.015 s']);
});
