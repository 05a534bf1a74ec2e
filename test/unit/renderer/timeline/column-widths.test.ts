import { expect, it } from 'vitest';
import { columnNeeds, waterfallWidth } from '../../../../renderer/timeline/grid/column-widths.ts';
import { ran, row } from './rows.ts';

const needs = (rows: ReturnType<typeof row>[], replayed = false, level = 1) =>
  columnNeeds(
    rows.map(({ callId }) => ({ callId, level })),
    Object.fromEntries(rows.map((one) => [one.callId, one])),
    { replayed, inBackground: false, now: 0 },
  );
const short = row('a', { toolName: 'Bash' });
const ofServer = row('b', {
  toolName: 'mcp__issues__search_everything',
  view: { kind: 'mcp', title: 'issues › search_everything', summary: '' },
});

it.each([640, 700, 1000, 1400])('gives the bars two fifths of %i pixels', (width) => {
  for (const rows of [[], [short], [short, ofServer]]) expect(waterfallWidth(width, needs(rows)) / width).toBeGreaterThanOrEqual(0.38);
  expect(waterfallWidth(width, needs([short])) / width).toBeGreaterThanOrEqual(0.4);
});

it.each([430, 580, 720, 820])('gives the bars over a third of %i pixels, and leaves room for what a call does', (width) => {
  for (const rows of [[], [short], [short, ofServer]]) expect(waterfallWidth(width, needs(rows)) / width).toBeGreaterThanOrEqual(0.35);
});

it('takes no more for names than they need, and gives the bars the rest', () => {
  expect(needs([short]).tool).toBeLessThan(needs([ofServer]).tool);
  expect(needs([ofServer]).tool).toBeLessThan(needs([ofServer]).wideTool);
  expect(waterfallWidth(1400, needs([short]))).toBeGreaterThan(waterfallWidth(1400, needs([ofServer])));
});

it('has room for the steps of sub-agents and for what other rules decide', () => {
  expect(needs([ofServer], false, 2).tool).toBeGreaterThan(needs([ofServer]).tool);
  expect(needs([short], true).decision).toBeGreaterThan(needs([short]).decision);
});

it('has room for durations over a minute once there are any', () => {
  const [brief, long] = [ran('a', 0, 40_000), ran('b', 0, 754_000)];
  expect(needs([brief, long]).took).toBeGreaterThan(needs([brief]).took);
});
