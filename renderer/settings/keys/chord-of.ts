import { isMac, type KeyPress, PUNCTUATION } from '../../ui/display/kbd.tsx';

const NO_CHORD: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'Dead', 'Process', 'Unidentified']);

/** The chord of a key press: "Shift+Mod+O". `undefined` while only modifiers are held, and for keys that no chord has. */
export function chordOf(event: KeyPress): string | undefined {
  const { key, code, shiftKey, altKey } = event;
  if (NO_CHORD.has(key)) return undefined;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  const typed = /^[a-z]$/iu.test(key) ? key.toUpperCase() : key;
  const shifted = shiftKey
    ? (Object.keys(PUNCTUATION).find((name) => PUNCTUATION[name] === code) ?? /^Digit(\d)$/u.exec(code ?? '')?.[1])
    : undefined;
  const parts = [altKey && 'Alt', shiftKey && 'Shift', mod && 'Mod', other && (isMac ? 'Control' : 'Meta'), shifted ?? typed];
  return parts.filter((part) => part !== false).join('+');
}
