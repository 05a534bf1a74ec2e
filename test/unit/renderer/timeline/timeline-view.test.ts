import { expect, it } from 'vitest';
import type { ConversationItem } from '#shared/session/view.ts';
import { buildAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { lastTurnStart, viewWindow, type ViewRangeInput } from '../../../../renderer/timeline/axis/timeline-view.ts';
import { ran, row } from './rows.ts';

const rows = [
  ran('a', 0, 1000),
  ran('b', 1000, 2000),
  ran('c', 2000, 4000),
  row('d', { state: 'running', queuedAt: 4000, startedAt: 4000 }),
];

function input(change: Partial<ViewRangeInput>): ViewRangeInput {
  return {
    mode: { type: 'auto' },
    axis: buildAxis(rows, 5000, false),
    rows,
    visible: rows,
    following: true,
    turnStart: 1900,
    live: true,
    now: 5000,
    ...change,
  };
}

it('shows the current turn while following, with space to grow', () => {
  expect(viewWindow(input({}))).toEqual({ from: 2000, span: 4000 });
});

it('shows the visible rows after scrolling away', () => {
  const { from, span } = viewWindow(input({ following: false, visible: rows.slice(0, 2) }));
  expect(from).toBe(0);
  expect(span).toBeGreaterThanOrEqual(2000);
  expect(span).toBeLessThan(2100);
});

it('shows earlier rows when the turn has no visible ones', () => {
  expect(viewWindow(input({ turnStart: 9000, live: false, visible: rows.slice(0, 3) })).from).toBe(0);
});

it('fits everything, or the selection', () => {
  expect(viewWindow(input({ mode: { type: 'all' }, visible: [] }))).toEqual({ from: 0, span: 6000 });
  expect(viewWindow(input({ mode: { type: 'chosen', window: { from: 7, span: 9 } } }))).toEqual({ from: 7, span: 9 });
});

it('has a window before the first call', () => {
  expect(viewWindow(input({ rows: [], visible: [] })).span).toBeGreaterThan(0);
});

it('knows when the last turn began', () => {
  const message = (origin: string, at: number): ConversationItem => ({ type: 'user', id: `m${at}`, text: 'x', images: [], origin, at });
  expect(lastTurnStart([message('prompt', 1), message('queued', 5), message('feedback', 9)])).toBe(5);
  expect(lastTurnStart([])).toBe(0);
});
