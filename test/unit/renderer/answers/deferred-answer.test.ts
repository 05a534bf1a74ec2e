import { describe, expect, it } from 'vitest';
import { type GuardEvent, NO_CARD, reduceGuard } from '../../../../renderer/answers/answer-guard.ts';
import {
  fillRefusal,
  isForQueue,
  isLetter,
  leavesOffer,
  NO_KEYS,
  pressed,
  released,
  type WindowKey,
} from '../../../../renderer/answers/deferred-answer.ts';

const card = (name: string | null, at = 0): GuardEvent => ({ type: 'card', card: name, at });
const painted = (name: string, at: number, ...listed: string[]): GuardEvent => ({ type: 'painted', card: name, listed, at });
const engaged: GuardEvent = { type: 'engaged', by: 'key', at: 1100 };
const answered = (at: number): GuardEvent => ({ type: 'answered', at });
const interrupted: GuardEvent = { type: 'interrupted' };
const after = (...events: readonly GuardEvent[]) => events.reduce(reduceGuard, NO_CARD);

/** A card that was painted at 1000 with another listed below it, gone to, and answered at 2000. */
const ANSWERED = [card('a'), painted('a', 1000, 'a', 'b', 'c'), engaged, answered(2000)] as const;
const NEXT = [...ANSWERED, card(null, 2050), card('b', 2050), painted('b', 2080, 'b', 'c')] as const;

describe('a card follows an answered one only if the person could see it coming', () => {
  it.each<[string, readonly GuardEvent[], boolean]>([
    ['listed before the answer', NEXT, true],
    ['not listed', [...ANSWERED, card('d', 2050), painted('d', 2080, 'd')], false],
    [
      'listed too shortly before the answer',
      [...ANSWERED.slice(0, 3), painted('a', 1800, 'a', 'e'), answered(2000), card('e', 2050)],
      false,
    ],
    ['listed after the answer', [...ANSWERED, painted('a', 2010, 'a', 'f'), card('f', 2050)], false],
    ['listed, but changed since', [...ANSWERED, card('b2', 2050)], false],
    ['without an answer by key', [...ANSWERED.slice(0, 3), card('b', 2050)], false],
    ['long after the answer', [...ANSWERED, card('b', 9000)], false],
    ['the one after the next', [...NEXT, card('c', 2100)], false],
    ['another key came between', [...ANSWERED, interrupted, card('b', 2050)], false],
    ['the focus left before it came', [...ANSWERED, { type: 'left' }, card('b', 2050)], false],
    ['the focus left since', [...NEXT, { type: 'left' }], false],
    ['another key since', [...NEXT, interrupted], false],
    ['the person has gone to it, so its letters count at once', [...NEXT, { type: 'engaged', by: 'key', at: 2500 }], false],
    ['it was answered too, and the next was listed', [...NEXT, answered(3000), card('c', 3050)], true],
  ])('%s', (_what, events, follows) => expect(after(...events).follows).toBe(follows));

  it('and its letters still answer nothing at once', () => expect(after(...NEXT).engagedAt).toBeNull());
});

const key = (name: string, at: number, change: Partial<WindowKey> = {}): WindowKey => ({
  key: name,
  at,
  repeat: false,
  composing: false,
  modified: false,
  ...change,
});
const keys = (...pressedKeys: readonly WindowKey[]) => pressedKeys.reduce(pressed, NO_KEYS);

describe('a letter starts a fill only on a painted card, away from every other key', () => {
  it.each<[string, readonly WindowKey[], number | null, string | undefined]>([
    ['alone', [key('a', 2400)], 2080, undefined],
    ['500 ms after the answer before it', [key('a', 2000), key('a', 2500)], 2080, undefined],
    ['sooner after the answer before it', [key('a', 2000), key('a', 2499)], 2080, 'early'],
    ['after an arrow', [key('ArrowUp', 2300), key('d', 2700)], 2080, 'early'],
    ['after a repeat of the answer', [key('a', 2000), key('a', 2600, { repeat: true }), key('a', 2700)], 2080, 'early'],
    ['on a card painted just now', [key('a', 2379)], 2080, 'unpainted'],
    ['on a card not painted', [key('a', 9000)], null, 'unpainted'],
    ['pressed before the card, handled later', [key('a', 2050)], 2080, 'unpainted'],
  ])('%s', (_what, pressedKeys, paintedAt, why) => expect(fillRefusal(keys(...pressedKeys), paintedAt)).toBe(why));
});

it.each<[string, WindowKey, boolean]>([
  ['A', key('a', 0), true],
  ['D with Caps Lock', key('D', 0), true],
  ['Shift+A', key('A', 0, { modified: true }), false],
  ['a letter of a composition', key('a', 0, { composing: true }), false],
  ['T', key('t', 0), true],
  ['S', key('s', 0), false],
  ['Enter', key('Enter', 0), false],
])('%s is one of the letters that answer after a fill: %s', (_what, pressedKey, is) => expect(isLetter(pressedKey)).toBe(is));

it('leaves it to the queue whether S and T end what a card that follows offers', () => {
  expect([key('s', 0), key('T', 0), key('T', 0, { modified: true }), key('a', 0)].map(isForQueue)).toEqual([true, true, false, false]);
  expect([key('a', 0), key('d', 0), key('Escape', 0), key('t', 0), key('s', 0)].map(leavesOffer)).toEqual([true, true, true, false, false]);
});

it('knows whether the letter is still down', () => {
  const down = keys(key('a', 1000));
  expect(down.down).toBe('a');
  expect(released(down, 'd').down).toBe('a');
  expect(released(down, 'A').down).toBeNull();
});
