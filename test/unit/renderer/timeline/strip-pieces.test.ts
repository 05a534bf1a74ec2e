import { expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { buildAxis } from '../../../../renderer/timeline/axis/time-axis.ts';
import { stripPieces } from '../../../../renderer/timeline/turns/strip-pieces.ts';
import { ran, row } from './rows.ts';

const WIDTH = 100;

/** On a strip of 100 pixels that shows 1000 ms. */
const drawn = (rows: readonly CallRow[], now = 1000) =>
  stripPieces(rows, {
    scale: buildAxis([ran('whole', 0, 1000)], now, false, false),
    window: { from: 0, span: 1000 },
    width: WIDTH,
    now,
  }).map(({ kind, at, width }) => `${kind} ${Math.round(at * WIDTH)}+${Math.round(width * WIDTH)}`);

it('draws calls that overlap as one stretch, and leaves out the time between', () => {
  expect(drawn([ran('a', 0, 200), ran('b', 100, 400), ran('c', 600, 700)])).toEqual(['done 0+40', 'done 60+10']);
});

it('shows what failed or was denied over the calls beside it, without hiding them', () => {
  const rows = [ran('a', 0, 500, { state: 'failed' }), ran('b', 0, 1000), row('c', { state: 'denied', queuedAt: 700, finishedAt: 700 })];
  expect(drawn(rows)).toEqual(['done 0+46', 'failed 46+4', 'done 50+20', 'denied 70+4', 'done 74+26']);
});

it('shows waiting over what ran meanwhile, and what runs until now', () => {
  const waiting = row('w', { state: 'waiting', queuedAt: 200, askedAt: 200 });
  expect(drawn([ran('a', 0, 300), waiting], 500)).toEqual(['done 0+20', 'waiting 20+30']);
});

it('shows the shortest call, also at the end', () => {
  expect(drawn([ran('a', 0, 0), ran('b', 1000, 1000), ran('c', 999, 1000, { state: 'failed' })])).toEqual(['done 0+2', 'failed 96+4']);
});
