import { isOrdinaryVariable } from './ordinary-variables.ts';
import type { KnownVariable, Word } from './word.ts';

/** Nothing is known of it: it may be unset, hold several words, or begin with a dash. */
const UNKNOWN: KnownVariable = { value: null, harmlessExpansion: false, mayBeOption: true, mayResplit: true };

/** These give the variables they name what they read. */
const READING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts']);

/** What is known of the variables that a line sets: only one set once, in plain sight, has a known value. */
export class KnownVariables {
  #known: ReadonlyMap<string, KnownVariable> = new Map();

  get all(): ReadonlyMap<string, KnownVariable> {
    return this.#known;
  }

  assign(name: string, word: Word): void {
    const { harmlessExpansion, mayBeOption } = word;
    // A home folder is put in before the value is kept.
    const value = word.tilde || word.value?.includes(':~') === true ? null : word.value;
    const before = this.#known.get(name);
    const now: KnownVariable = {
      value,
      harmlessExpansion,
      mayBeOption: mayBeOption || value === null || value.startsWith('-'),
      mayResplit: value === null || resplits(value),
    };
    if (before === undefined) this.#set(name, now);
    else this.#set(name, { ...UNKNOWN, harmlessExpansion: before.harmlessExpansion && harmlessExpansion });
  }

  /** Inside a loop its variable has the loop's value, whatever it had before; behind it nobody knows. */
  duringLoop(name: string, known: KnownVariable, body: () => void): void {
    this.#set(name, known);
    body();
    this.#set(name, { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
  }

  /** A command has run: some give variables new values out of sight. */
  ran(words: readonly Word[]): void {
    if (!words.some((word) => ASSIGNING.has(word.value ?? ''))) return;
    for (const [name, known] of this.#known) {
      const isNamed = words.some(({ value }) => value === null || value.includes(name));
      this.#set(name, isNamed ? UNKNOWN : { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
    }
    if (!words.some(({ value }) => READING.has(value ?? ''))) return;
    for (const { value } of words) if (value !== null && /^[A-Za-z_]\w*$/u.test(value)) this.#set(value, UNKNOWN);
    if (words[0]?.value !== 'read') return;
    // It takes what comes from a file or a pipe, which the line's own commands print or open.
    for (const { value } of words.slice(1))
      if (value !== null && isOrdinaryVariable(value)) this.#set(value, { ...UNKNOWN, harmlessExpansion: true });
  }

  snapshot(): ReadonlyMap<string, KnownVariable> {
    return this.#known;
  }

  restore(snapshot: ReadonlyMap<string, KnownVariable>): void {
    this.#known = snapshot;
  }

  /** Forgets the value of every variable that was set since. Whether there was one. */
  forgetSince(snapshot: ReadonlyMap<string, KnownVariable>): boolean {
    const changed = [...this.#known].filter(([name, known]) => snapshot.get(name) !== known);
    for (const [name, known] of changed) this.#set(name, { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
    return changed.length > 0;
  }

  #set(name: string, known: KnownVariable): void {
    this.#known = new Map(this.#known).set(name, known);
  }
}

/** Whether a value outside quotes becomes anything but one word, itself. */
export function resplits(value: string): boolean {
  return value === '' || /[\s*?[\\]/u.test(value);
}

/** Builtins that give variables new values out of sight. */
const ASSIGNING = new Set(
  'read readarray mapfile printf getopts let unset eval source . declare typeset local set shift select wait'.split(' '),
);
