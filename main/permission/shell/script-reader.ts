import { LRUCache } from 'lru-cache';
import { uncoveredText } from './gaps.ts';
import type { ShellGrammar } from './load-grammar.ts';
import { walkShell, type WalkInput, type WalkResult } from './walk.ts';

/** Nodes of the syntax tree; an everyday line has a few dozen. */
const MAX_NODES = 2500;
/** What is kept of scripts read before, in characters of their text: about a dozen times that in memory. */
const MAX_KEPT = 200_000;

/** A script by its syntax alone: nothing in it was looked up on the disk. */
export interface ReadScript extends WalkResult {
  /** A part of it is no shell. */
  readonly hasError: boolean;
  /** The first stretch that no node accounts for. */
  readonly uncovered: string | undefined;
}

/** Takes scripts apart. One call is asked about several times within milliseconds (may it run beside others, may it run at all), so the last ones are kept. */
export class ScriptReader {
  readonly #grammar: () => ShellGrammar | undefined;
  readonly #kept = new LRUCache<string, ReadScript>({ maxSize: MAX_KEPT, sizeCalculation: (_, key) => key.length });

  constructor(grammar: () => ShellGrammar | undefined) {
    this.#grammar = grammar;
  }

  /** `undefined` when it is too large, or parsing takes too long. @throws Error when the grammar isn’t loaded: nobody has looked at the script then. */
  read(text: string, input: WalkInput): ReadScript | undefined {
    const key = `${JSON.stringify(input)}${text}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const grammar = this.#grammar();
    if (!grammar) throw new Error('the shell grammar is not loaded yet');
    const read = grammar.withTree(text, (root): ReadScript | undefined =>
      root.descendantCount > MAX_NODES
        ? undefined
        : { hasError: root.hasError, uncovered: uncoveredText(root, text), ...walkShell(root, input) },
    );
    if (read !== undefined) this.#kept.set(key, read);
    return read;
  }
}
