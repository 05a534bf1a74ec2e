import { expect, it } from 'vitest';
import { askAction, type KeyPress } from '../../../../renderer/answers/ask-keys.ts';

function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...change };
}

it.each([
  ['a', press('a'), 'allow'],
  ['Shift+a', press('A', { shiftKey: true }), 'always'],
  ['Shift+a with Caps Lock', press('a', { shiftKey: true }), 'always'],
  ['a with Caps Lock', press('A'), 'allow'],
  ['d', press('d'), 'deny'],
  ['Shift+d', press('D', { shiftKey: true }), 'deny_with_message'],
  ['Shift+d with Caps Lock', press('d', { shiftKey: true }), 'deny_with_message'],
  ['d with Caps Lock', press('D'), 'deny'],
  ['Shift+t', press('T', { shiftKey: true }), undefined],
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
