import { expect, it } from 'vitest';
import { askAct, isArmed, type KeyPress } from '../../../../renderer/permissions/ask-keys.ts';

function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...change };
}

it.each([
  ['a', press('a'), false, 'allow'],
  ['Shift+a', press('A'), false, 'always'],
  ['d', press('d'), false, 'deny'],
  ['Shift+d', press('D'), false, 'deny_with_message'],
  ['x', press('x'), false, 'explain'],
  ['j outside the queue', press('j'), false, undefined],
  ['j in the queue', press('j'), true, 'next'],
  ['arrow up in the queue', press('ArrowUp'), true, 'previous'],
  ['a held down', press('a', { repeat: true }), true, undefined],
  ['Ctrl+a', press('a', { ctrlKey: true }), true, undefined],
  ['Meta+d', press('d', { metaKey: true }), true, undefined],
  ['Alt+a', press('a', { altKey: true }), true, undefined],
  ['Enter', press('Enter'), true, undefined],
])('%s', (_what, key, inQueue, act) => expect(askAct(key, inQueue)).toBe(act));

it.each([
  ['just shown', { now: 1299, shownAt: 1000, typedAt: 0 }, false],
  ['in sight long enough', { now: 1300, shownAt: 1000, typedAt: 0 }, true],
  ['right after typing', { now: 5000, shownAt: 1000, typedAt: 4800 }, false],
])('%s', (_what, state, armed) => expect(isArmed(state)).toBe(armed));
