import { expect, it } from 'vitest';
import { chordOf } from '../../../../renderer/settings/keys/chord-of.ts';
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

it.each<[string | undefined, KeyPress]>([
  ['Mod+G', press('g', mod)],
  ['Shift+Mod+G', press('G', { ...mod, shiftKey: true })],
  ['Shift+Mod+.', press('>', { ...mod, shiftKey: true, code: 'Period' })],
  ['Shift+Mod+7', press('/', { ...mod, shiftKey: true, code: 'Digit7' })],
  ['F8', press('F8')],
  ['Alt+Mod+Q', press('q', { ...mod, altKey: true })],
  [undefined, press('Shift', { shiftKey: true })],
])('reads a press as %j, which it then matches', (chord, event) => {
  expect(chordOf(event)).toBe(chord);
  if (chord !== undefined) expect(matchesChord(event, chord)).toBe(true);
});

it('tells a function key from the same one with Shift', () => {
  expect(matchesChord(press('F8', { shiftKey: true }), 'F8')).toBe(false);
  expect(matchesChord(press('F8', { shiftKey: true }), 'Shift+F8')).toBe(true);
});
