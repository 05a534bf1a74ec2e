import { LRUCache } from 'lru-cache';
import { uncoveredText } from './gaps.ts';
import type { ShellGrammar } from './load-grammar.ts';
import { sameParts } from './script-part.ts';
import { readAgain } from './second-reading.ts';
import { TreeNode } from './tree-node.ts';
import { walkShell, type WalkInput, type WalkResult } from './walk.ts';

/** Nodes of the syntax tree; an everyday line has a few dozen. */
const MAX_NODES = 2500;
/** Size of the cache in characters of script text; its memory use is about a dozen times that. */
const MAX_KEPT = 200_000;

/** The syntax of a script; nothing in it has been resolved on disk. */
export interface ReadScript extends Pick<WalkResult, 'commands' | 'limits'> {
  /** The script with continued lines joined; offsets refer to this text. */
  readonly joined: string;
  /** Why it isn't fully understood. Empty when both parsers agree on it. */
  readonly problems: readonly Problem[];
}

interface Problem {
  readonly text: string;
  readonly reason: string;
}

/**
 * Parses scripts. The last ones are cached, since one call is checked several times within milliseconds (may it run in parallel, may it run
 * at all).
 */
export class ScriptReader {
  readonly #grammar: () => ShellGrammar | undefined;
  readonly #kept = new LRUCache<string, ReadScript>({ maxSize: MAX_KEPT, sizeCalculation: (_, key) => key.length });

  constructor(grammar: () => ShellGrammar | undefined) {
    this.#grammar = grammar;
  }

  /**
   * `undefined` when it is too large, or parsing takes too long. @throws Error when the grammar isn’t loaded, so that nothing is allowed
   * unchecked.
   */
  read(text: string, input: WalkInput): ReadScript | undefined {
    const key = `${JSON.stringify(input)}${text}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const grammar = this.#grammar();
    if (!grammar) throw new Error('the shell grammar is not loaded yet');
    // The second parser is only needed to allow, except for continued lines: joining them requires a parser.
    const early = text.includes('\\\n') ? readAgain(text) : undefined;
    const joined = early?.joined ?? text;
    const read = grammar.withTree(joined, (tree): ReadScript | undefined => {
      if (tree.descendantCount > MAX_NODES) return undefined;
      const root = TreeNode.copy(tree, joined);
      const { commands, limits, parts } = walkShell(root, input);
      const problems: Problem[] = [];
      const uncovered = uncoveredText(root, joined);
      if (root.hasError) problems.push({ text: joined, reason: 'It does not parse as a shell line.' });
      if (uncovered !== undefined) problems.push({ text: uncovered, reason: 'A part of it is not accounted for.' });
      // A script that the first parser doesn't understand needs no second one.
      if (problems.length === 0 && !limits.some((limit) => limit.opaque)) {
        const again = early ?? readAgain(text);
        if (again.problem !== undefined) problems.push({ text: joined, reason: again.problem });
        else if (!sameParts(parts, again.parts))
          problems.push({ text: joined, reason: 'It can be read in two ways, with different commands.' });
      }
      const spread = early?.joinsWords === true ? [{ text: '\\', reason: 'A word of it continues on the next line.', opaque: false }] : [];
      return { commands, limits: [...spread, ...limits], joined, problems };
    });
    if (read !== undefined) this.#kept.set(key, read);
    return read;
  }
}
