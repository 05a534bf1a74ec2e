import { expect, it } from 'vitest';
import { askAction, type KeyPress } from '../../../../renderer/answers/ask-keys.ts';

function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...change };
}

it.each([
  ['a', press('a'), 'allow'],
  ['Shift+a', press('A'), 'always'],
  ['d', press('d'), 'deny'],
  ['Shift+d', press('D'), 'deny_with_message'],
  ['x', press('x'), 'explain'],
  ['e', press('e'), 'edit'],
  ['s', press('s'), 'later'],
  ['t', press('t'), 'session'],
  ['j', press('j'), 'next'],
  ['arrow up', press('ArrowUp'), 'previous'],
  ['a held down', press('a', { repeat: true }), undefined],
  ['Ctrl+a', press('a', { ctrlKey: true }), undefined],
  ['Meta+d', press('d', { metaKey: true }), undefined],
  ['Alt+a', press('a', { altKey: true }), undefined],
  ['Enter', press('Enter'), undefined],
  ['a key of Object.prototype', press('constructor'), undefined],
])('%s', (_what, key, act) => expect(askAction(key)).toBe(act));
