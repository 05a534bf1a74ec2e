import { expect, it } from 'vitest';
import { keyNames, type KeyPress, matchesChord } from '../../../../renderer/ui/display/kbd.tsx';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

// Mod depends on the machine; these tests use whichever key it is.
const mod: Partial<KeyPress> = matchesChord(press('k', { metaKey: true }), 'Mod+K') ? { metaKey: true } : { ctrlKey: true };

it.each<[string, KeyPress, boolean]>([
  ['Mod+K', press('k', mod), true],
  ['Mod+K', press('K', { ...mod, shiftKey: true }), false],
  ['Mod+K', press('k'), false],
  ['Shift+Mod+O', press('O', { ...mod, shiftKey: true }), true],
  ['Shift+Mod+O', press('o', mod), false],
  ['Mod+.', press('.', mod), true],
  // French: the dot needs Shift.
  ['Mod+.', press('.', { ...mod, shiftKey: true, code: 'Comma' }), true],
  ['Mod+.', press('>', { ...mod, shiftKey: true, code: 'Period' }), false],
  ['Shift+Mod+.', press('>', { ...mod, shiftKey: true, code: 'Period' }), true],
  ['Shift+Mod+.', press('.', { ...mod, code: 'Period' }), false],
  // On many keyboards the question mark needs Shift, on others not.
  ['?', press('?', { shiftKey: true }), true],
  ['?', press('?'), true],
  ['Escape', press('Escape'), true],
  ['Escape', press('Escape', { altKey: true }), false],
  ['Mod++', press('+', mod), true],
])('%s against %j: %j', (chord, event, matches) => {
  expect(matchesChord(event, chord)).toBe(matches);
});

it('never confuses Ctrl and ⌘', () => {
  expect(matchesChord(press('k', { ctrlKey: true, metaKey: true }), 'Mod+K')).toBe(false);
});

it('lists the keys of a chord one by one', () => {
  expect([
    ['Ctrl', 'Shift', 'O'],
    ['⇧', '⌘', 'O'],
  ]).toContainEqual(keyNames('Shift+Mod+o'));
  expect(keyNames('?')).toEqual(['?']);
  expect(keyNames('Mod++').at(-1)).toBe('+');
});
