import { expect, it } from 'vitest';
import type { ConversationItem, SessionView } from '#shared/session/view.ts';
import { entryKey, groupAt, withTurnHeads } from '../../../../renderer/timeline/turns/turn-entries.ts';
import { callsByTurn, isTurnOf, turnAt, turnsIn } from '../../../../renderer/calls/turns.ts';
import { timeOfTurn, turnTime } from '../../../../renderer/calls/turn-time.ts';
import { row } from './rows.ts';

const said = (text: string, at: number, origin = 'prompt'): ConversationItem => ({ type: 'user', id: text, text, images: [], origin, at });
const ended = (startedAt: number, endedAt: number): SessionView['turns'][number] => ({
  turnId: `t${startedAt}`,
  startedAt,
  endedAt,
  outcome: 'completed',
  lastItem: 'x',
  calls: [0, 0],
  usdSoFar: 0,
});
const turns = (items: readonly ConversationItem[], rest: Partial<SessionView> = {}) =>
  turnsIn({ items: [...items], turns: [], turn: null, ...rest });
const line = (callId: string, level = 1) => ({ callId, level, hasChildren: false, context: false });
const calls = (times: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(times).map(([callId, queuedAt]) => [callId, row(callId, { queuedAt })]));

it('knows the turns by the messages that start them, with the end that the log says', () => {
  const items = [said('one\nmore', 1), said('a reminder', 2, 'reminder'), said('two', 10), said('three', 30)];
  expect(turns(items, { turns: [ended(0, 8), ended(9, 20)], turn: { turnId: 't', startedAt: 29 } })).toEqual([
    { id: 'one\nmore', text: 'one', startedAt: 1, endedAt: 8, running: false, pauses: [] },
    { id: 'two', text: 'two', startedAt: 10, endedAt: 20, running: false, pauses: [] },
    { id: 'three', text: 'three', startedAt: 30, running: true, pauses: [] },
  ]);
});

it('ends the part of a turn before a message that was queued where that message begins', () => {
  const parts = turns([said('one', 1), said('also', 5, 'queued')], { turns: [ended(0, 9)] });
  expect(parts.map(({ endedAt }) => endedAt)).toEqual([5, 9]);
});

it('counts queued messages that were sent together as one turn', () => {
  const reply: ConversationItem = { type: 'text', id: 'r', text: 'Started.', at: 4 };
  const parts = turns([said('one', 1), reply, said('start', 5, 'queued'), said('y', 5, 'queued'), reply, said('z', 9, 'queued')]);
  expect(parts.map(({ id, text, sentWith }) => [id, text, sentWith])).toEqual([
    ['one', 'one', undefined],
    ['start', 'start · y', ['y']],
    ['z', 'z', undefined],
  ]);
  expect(parts.map((turn) => isTurnOf(turn, 'y'))).toEqual([false, true, false]);
});

it('counts messages that a stop kept back and the one they were sent with as one turn', () => {
  const sent = [said('one', 1), said('stopped', 4, 'interruption'), said('x', 21, 'queued'), said('y', 22)];
  expect(turns(sent, { turns: [ended(0, 4), ended(20, 30)] }).map(({ text }) => text)).toEqual(['one', 'x · y']);
  expect(turns(sent, { turns: [ended(0, 4), ended(20, 21), ended(22, 30)] }).map(({ text }) => text)).toEqual(['one', 'x', 'y']);
});

it('ends it there also while the turn runs', () => {
  const parts = turns([said('one', 1), said('also', 5, 'queued')], { turn: { turnId: 't', startedAt: 0 } });
  expect(parts.map(({ endedAt, running }) => [endedAt, running])).toEqual([
    [5, false],
    [undefined, true],
  ]);
});

it('knows the pauses between the tries of one message, also while the last one runs', () => {
  const items = [said('one', 1), said('two', 40)];
  const parts = turns(items, { turns: [ended(0, 8), ended(20, 30), ended(39, 45)], turn: { turnId: 't', startedAt: 50 } });
  expect(parts.map(({ pauses }) => pauses)).toEqual([[[8, 20]], [[45, 50]]]);
});

it('has one turn without a message, and finds messages that were rewound', () => {
  expect(turns([])).toMatchObject([{ id: '', running: false }]);
  const rewound: ConversationItem = { type: 'rewound', id: 'r', items: [said('gone', 1)], at: 9 };
  const found = turns([rewound, said('again', 10)]);
  expect(found.map(({ text, rewound: isGone }) => [text, isGone])).toEqual([
    ['gone', true],
    ['again', undefined],
  ]);
});

it('tells which turn a time belongs to', () => {
  const three = turns([said('one', 10), said('two', 20), said('three', 30)]);
  expect([5, 10, 19, 20, 99].map((time) => turnAt(three, time))).toEqual([0, 0, 0, 1, 2]);
});

it('counts the calls of an agent to the turn in which it was started', () => {
  const rows = [row('a', { queuedAt: 1 }), row('b', { queuedAt: 21 }), row('c', { queuedAt: 25, parentCallId: 'a' })];
  const byTurn = callsByTurn(rows, turns([said('one', 0), said('two', 20)]));
  expect(byTurn.map((own) => own.map(({ callId }) => callId))).toEqual([['a', 'c'], ['b']]);
});

it('puts the head of each turn above its first call, and one without calls in its place', () => {
  const four = turns([said('one', 1), said('two', 10), said('no calls', 20), said('three', 30), said('last', 40)]);
  const times = calls({ a: 2, b: 3, c: 11, d: 31, e: 32 });
  const { entries, groups } = withTurnHeads([line('a'), line('b'), line('c'), line('d', 2), line('e')], times, four);
  expect(entries.map(entryKey)).toEqual(['turn-one', 'a', 'b', 'turn-two', 'c', 'd', 'turn-no calls', 'turn-three', 'e', 'turn-last']);
  expect(groups.map(({ turn, from, to }) => [turn.text, from, to])).toEqual([
    ['one', 0, 3],
    ['two', 3, 6],
    ['no calls', 6, 7],
    ['three', 7, 9],
    ['last', 9, 10],
  ]);
  expect(groupAt(groups, 5)?.turn.text).toBe('two');
  expect(entries.flatMap((entry) => ('turn' in entry && entry.withoutCalls ? [entry.turn.text] : []))).toEqual(['no calls', 'last']);
});

it('has only turns with a call that is shown while calls are searched', () => {
  const three = turns([said('one', 1), said('two', 10), said('three', 20)]);
  const { entries } = withTurnHeads([line('b')], calls({ a: 2, b: 11 }), three, new Set(), true);
  expect(entries.map(entryKey)).toEqual(['turn-two', 'b']);
});

it('has no head before the first message', () => {
  expect(withTurnHeads([], {}, turns([])).entries).toEqual([]);
});

it('leaves the head of a turn whose calls are hidden', () => {
  const two = turns([said('one', 1), said('two', 10)]);
  const { entries, groups } = withTurnHeads([line('a'), line('b'), line('c')], calls({ a: 2, b: 3, c: 11 }), two, new Set(['turn-one']));
  expect(entries.map(entryKey)).toEqual(['turn-one', 'turn-two', 'c']);
  expect(groups.map(({ turn, from, to }) => [turn.text, from, to])).toEqual([
    ['one', 0, 1],
    ['two', 1, 3],
  ]);
});

it('has the same time for a turn at its end and in its head, after a try that failed', () => {
  const tries = [{ ...ended(0, 8), outcome: 'failed' }, ended(20, 30)].map((one) => ({ ...one, lastItem: 'one' }));
  const items = [said('one', 1)];
  const [last] = tries.slice(-1);
  const [head] = turns(items, { turns: tries });
  if (!last || !head) throw new Error('no turn');
  expect(timeOfTurn({ items, turns: tries, calls: {}, callOrder: [] }, last)).toEqual({ took: 17, waited: 0 });
  expect(turnTime([], head.startedAt, head.endedAt ?? 0, head.pauses)).toEqual({ took: 17, waited: 0 });
});

it('says that a turn failed only if its last try did', () => {
  const tried = (...outcomes: string[]) => outcomes.map((outcome, index) => ({ ...ended(index * 10, index * 10 + 8), outcome }));
  const failed = (...outcomes: string[]) => turns([said('one', 0)], { turns: tried(...outcomes) }).map((turn) => turn.failed);
  expect(failed('failed')).toEqual([true]);
  expect(failed('failed', 'completed')).toEqual([undefined]);
  expect(failed('completed', 'failed')).toEqual([true]);
});

it.each(['completed', 'denied'])('doesn’t count what a message took again when a command wakes the agent after it %s', (outcome) => {
  const woken = [{ ...ended(0, 8), outcome }, ended(20, 30)].map((one) => ({ ...one, lastItem: 'one' }));
  const [last] = woken.slice(-1);
  if (!last) throw new Error('no turn');
  expect(timeOfTurn({ items: [said('one', 1)], turns: woken, calls: {}, callOrder: [] }, last)).toEqual({ took: 10, waited: 0 });
});
