import styles from './kbd.module.css';

export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

const NAMES: Record<string, string> = isMac
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '⏎', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
  : { Mod: 'Ctrl', Enter: 'Enter', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** The platform's names for the keys of a chord such as "Shift+Mod+.". */
export function keyNames(chord: string): string[] {
  const keys = chord.split(/\+(?!$)/);
  // ⇧⌘O on a Mac, Ctrl Shift O elsewhere.
  const ordered = isMac ? keys : keys.toSorted((a, b) => Number(b === 'Mod') - Number(a === 'Mod'));
  return ordered.map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** A chord within a sentence: ⌘⏎ on a Mac, Ctrl+Enter elsewhere. */
export function keysInText(chord: string): string {
  return keyNames(chord).join(isMac ? '' : '+');
}

/** The relevant part of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  /** The physical key. */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether the event matches the chord. `Mod` is ⌘ on a Mac, Ctrl elsewhere; letters ignore case. */
export function matchesChord(event: KeyPress, chord: string): boolean {
  const keys = chord.split(/\+(?!$)/);
  const key = keys.at(-1) ?? '';
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  if (other || mod !== keys.includes('Mod') || event.altKey !== keys.includes('Alt')) return false;
  const needsNoShift = /^(?:[a-z]|F\d+)$/i.test(key);
  if (keys.includes('Shift') ? !event.shiftKey : event.shiftKey && needsNoShift) return false;
  // The character typed with Shift depends on the keyboard layout.
  const code = keys.includes('Shift') ? codeOf(key) : undefined;
  if (code !== undefined) return event.code === code;
  return event.key.toLowerCase() === key.toLowerCase();
}

/** The physical keys of punctuation marks on a US keyboard. */
export const PUNCTUATION: Readonly<Record<string, string>> = {
  '.': 'Period',
  ',': 'Comma',
  '/': 'Slash',
  ';': 'Semicolon',
  '-': 'Minus',
  '=': 'Equal',
};

/** The physical key of a digit or punctuation mark on a US keyboard. */
function codeOf(key: string): string | undefined {
  return /^\d$/u.test(key) ? `Digit${key}` : PUNCTUATION[key];
}

export interface KbdProps {
  readonly keys: string;
  /** Also for fingers, in lists of keys. A hint helps only where there is a keyboard. */
  readonly always?: boolean | undefined;
}

/** A key chord such as "Mod+J", shown with the platform's key names. */
export function Kbd({ keys, always = false }: KbdProps) {
  return (
    <span className={styles.chord} data-always={always}>
      {keyNames(keys).map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
