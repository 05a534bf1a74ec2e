import type { KnownVariable, Word } from './word.ts';

/** What is known of the variables that a line sets: only one set once, in plain sight, has a known value. */
export class KnownVariables {
  readonly #known = new Map<string, KnownVariable>();

  get all(): ReadonlyMap<string, KnownVariable> {
    return this.#known;
  }

  assign(name: string, { value, harmlessExpansion, mayBeOption }: Word): void {
    const before = this.#known.get(name);
    const now = { value, harmlessExpansion, mayBeOption: mayBeOption || value === null || value.startsWith('-') };
    if (before === undefined) this.#known.set(name, now);
    else this.#known.set(name, { value: null, harmlessExpansion: before.harmlessExpansion && harmlessExpansion, mayBeOption: true });
  }

  /** Inside a loop its variable has the loop's value, whatever it had before; behind it nobody knows. */
  duringLoop(name: string, known: KnownVariable, body: () => void): void {
    this.#known.set(name, known);
    body();
    this.#known.set(name, { ...known, value: null });
  }

  /** A command has run: some give variables new values out of sight. */
  ran(words: readonly Word[]): void {
    if (!words.some((word) => ASSIGNING.has(word.value ?? ''))) return;
    for (const [name, known] of this.#known) {
      const isNamed = words.some(({ value }) => value === null || value.includes(name));
      this.#known.set(name, { ...known, value: null, ...(isNamed ? { harmlessExpansion: false, mayBeOption: true } : {}) });
    }
  }
}

/** Builtins that give variables new values out of sight. */
const ASSIGNING = new Set(
  'read readarray mapfile printf getopts let unset eval source . declare typeset local set shift select wait'.split(' '),
);
