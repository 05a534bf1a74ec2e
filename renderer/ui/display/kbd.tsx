import styles from './kbd.module.css';

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

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
  const isLetter = /^[a-z]$/i.test(key);
  if (keys.includes('Shift') ? !event.shiftKey : event.shiftKey && isLetter) return false;
  // The character typed with Shift depends on the keyboard layout.
  if (key === '.' && keys.includes('Shift')) return event.code === 'Period';
  return event.key.toLowerCase() === key.toLowerCase();
}

/** A key chord such as "Mod+J", shown with the platform's key names. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.chord}>
      {keyNames(keys).map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
