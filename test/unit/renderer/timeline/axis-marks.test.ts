import { expect, it } from 'vitest';
import { axisMarks } from '../../../../renderer/timeline/axis/axis-marks.ts';
import { buildAxis, toAxis, type TimeScale } from '../../../../renderer/timeline/axis/time-axis.ts';
import { windowOver } from '../../../../renderer/timeline/axis/time-window.ts';
import { ran, row } from './rows.ts';

const scale: TimeScale = { origin: 0, folds: [] };
const labels = (from: number, span: number, width: number, of = scale) =>
  axisMarks({ from, span }, width, of, 0).ticks.map(({ label }) => label);

it('places round ticks without crowding, and none whose label would be cut', () => {
  expect(labels(0, 10_000, 400)).toEqual(['0', '2 s', '4 s', '6 s', '8 s']);
  expect(labels(0, 900, 300)).toEqual(['0', '200 ms', '400 ms', '600 ms']);
  expect(labels(0, 7_200_000, 300)).toEqual(['0', '30 min', '1 h', '1 h 30 min']);
  expect(labels(0, 1000, 0)).toEqual([]);
});

it('counts ticks from the start of the turn, however far it is zoomed in', () => {
  expect(labels(5000, 400, 300)).toEqual(['5 s', '5.1 s', '5.2 s', '5.3 s']);
  expect(labels(90_000, 400, 300)).toEqual(['1 min 30 s', '1 min 30.2 s']);
  expect(labels(5000, 20, 300)).toEqual(['5 s', '5.005 s', '5.01 s', '5.015 s']);
});

const folded: TimeScale = { origin: 5000, folds: [{ from: 7000, to: 605_500, kind: 'idle', drawn: 1000 }] };

it('names the length of a fold, and the time that has passed after it', () => {
  const marks = axisMarks({ from: 0, span: 6000 }, 600, folded, 0);
  expect(marks.folds).toMatchObject([{ at: 1 / 3, width: 1 / 6, length: '9 min 59 s', label: { at: 1 / 3, width: 1 / 6 } }]);
  expect(marks.ticks).toEqual([
    { at: 0, label: '0' },
    { at: 1 / 6, label: '1 s' },
    { at: 3500 / 6000, label: '10 min 1 s' },
    { at: 4500 / 6000, label: '10 min 2 s' },
  ]);
});

it('finds a less round time for a stretch between folds that has none', () => {
  const folds = [60_000, 200_000].map((from) => ({ from, to: from + 100_000, kind: 'waiting' as const, drawn: 20_000 }));
  const { ticks } = axisMarks({ from: 0, span: 160_000 }, 300, { origin: 0, folds }, 0);
  expect(ticks.map(({ label }) => label)).toEqual(['0', '30 s', '3 min 15 s']);
});

it('lets no label cover another, at the start either', () => {
  const axis = buildAxis(
    [row('a', { queuedAt: 0, askedAt: 0, answeredAt: 172_000, startedAt: 172_000, finishedAt: 172_200 })],
    172_200,
    true,
    false,
  );
  const { ticks, folds } = axisMarks(windowOver(0, toAxis(axis, 172_200), false), 164, axis, 0);
  const boxes = [
    ...ticks.map(({ at, label }) => [at * 164, at * 164 + label.length * 6]),
    ...folds.map(({ label }) => [(label?.at ?? 0) * 164, 0]),
  ];
  expect(folds).toMatchObject([{ length: '2 min 52 s', label: expect.anything() }]);
  expect(boxes[1]?.[0]).toBeGreaterThanOrEqual(boxes[0]?.[1] ?? 0);
});

it('names a fold that is narrower than its name, wherever it is, as far as nothing follows', () => {
  for (let from = 20_000; from < 60_000; from += 777) {
    const folds = [{ from, to: from + 32_900, kind: 'waiting' as const, drawn: 15_000 }];
    const [mark] = axisMarks({ from: 0, span: 100_000 }, 164, { origin: 0, folds }, 0).folds;
    expect(mark?.label, String(from)).toBeDefined();
  }
});

it('names an open wait only once it is no longer drawn to scale', () => {
  const asked = [ran('a', 0, 1000), row('b', { queuedAt: 1000, askedAt: 1000, state: 'waiting' })];
  const axis = buildAxis(asked, 1500, true, true);
  const at = (now: number) => axisMarks(windowOver(0, toAxis(axis, now), true), 300, axis, now);
  expect(at(5000)).toMatchObject({ folds: [], ticks: [{ label: '0' }, { label: '2 s' }, { label: '4 s' }] });
  expect(at(61_000)).toMatchObject({ folds: [{ length: '1 min' }], ticks: [{ label: '0' }] });
});

it('names folds side by side together where one alone has no room', () => {
  const folds = [0, 1, 2].map((at) => ({ from: at * 10_000, to: at * 10_000 + 9_900, kind: 'waiting' as const, drawn: 1000 }));
  const marks = axisMarks({ from: 0, span: 4300 }, 172, { origin: 0, folds }, 0).folds;
  expect(marks.map(({ length, label }) => [length, label?.text])).toEqual([
    ['9.9 s', '⋯ 20 s'],
    ['9.9 s', undefined],
    // To the right of the last, there is room.
    ['9.9 s', '⋯ 9.9 s'],
  ]);
});
