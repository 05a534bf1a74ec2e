/** Keys of text fields, terminals, the browser and the system, which no command takes. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['A', 'C', 'F', 'Q', 'R', 'V', 'W', 'X', 'Y', 'Z', '0', '-', '='].map((key) => `Mod+${key}`),
  ...['C', 'R', 'V', 'W', 'Z', '='].map((key) => `Shift+Mod+${key}`),
  'F5',
  'F11',
  'F12',
  'Shift+F10',
]);

const BINDABLE = /^(?:(?:Shift\+)?Mod\+(?:[A-Z0-9]|[-.,/;=]|Enter)|(?:Shift\+)?F(?:[1-9]|1[0-2]))$/u;

/**
 * Whether a person may give a chord to a command. A chord that types a character is refused, so that no command runs while someone writes,
 * and none takes a key that answers a request; so is one with Alt, which types characters on many keyboards.
 */
export function isBindable(chord: string): boolean {
  return BINDABLE.test(chord) && !RESERVED.has(chord);
}

export function isReserved(chord: string): boolean {
  return RESERVED.has(chord);
}
