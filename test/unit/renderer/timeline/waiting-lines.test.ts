import { expect, it } from 'vitest';
import { waitingLines, waitingOutside } from '../../../../renderer/timeline/grid/waiting-lines.ts';
import { orderRows } from '../../../../renderer/timeline/grid/row-order.ts';
import { withTurnHeads } from '../../../../renderer/timeline/turns/turn-entries.ts';
import { row } from './rows.ts';

const turns = ['one', 'two'].map((id, index) => ({ id, text: id, startedAt: index * 100, running: false, pauses: [] }));
const calls = Object.fromEntries(
  [
    row('a', { queuedAt: 10 }),
    row('agent', { queuedAt: 110 }),
    row('below', { queuedAt: 120, parentCallId: 'agent' }),
    row('b', { queuedAt: 130 }),
  ].map((call) => [call.callId, call]),
);

it.each([
  ['each on its own line', [], [1, 4, 5]],
  ['at the line of a folded agent', ['agent'], [1, 3, 4]],
  ['at the head of a folded turn', ['turn-one', 'turn-two'], [0, 1, 1]],
])('finds what waits %s', (_where, folded, lines) => {
  const collapsed = new Set(folded);
  const ordered = orderRows(['a', 'agent', 'below', 'b'], calls, collapsed);
  const { entries, groups } = withTurnHeads(ordered, calls, turns, collapsed);
  const asks = ['b', 'below', 'a'].map((callId) => ({ callId }));
  expect(waitingLines(asks, { entries, groups, calls })).toEqual(lines);
});

it('tells what waits above the view from what waits below it', () => {
  expect(waitingOutside([1, 4, 5, 9], { first: 2, last: 5 })).toEqual({ above: [1], below: [9] });
});
