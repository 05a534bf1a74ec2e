import type { Steps } from '#shared/steps.ts';
import type { ActiveRule } from './active-rule.ts';

/**
 * Command rules in a tree keyed by the whole words they start with, so that a decision checks few of them however many there are. A rule is
 * stored where its fixed words end: at a wildcard, an escape, or its end.
 */
export interface CommandIndex {
  readonly all: readonly ActiveRule[];
  readonly root: CommandNode;
}

interface CommandNode {
  readonly rules: readonly ActiveRule[];
  readonly next: NextNodes;
}

/** Child nodes by their word. */
type NextNodes = Pick<ReadonlyMap<string, CommandNode>, 'get' | 'size' | 'values'>;

interface GrowingNode extends CommandNode {
  readonly rules: ActiveRule[];
  readonly next: Map<string, GrowingNode>;
}

const newNode = (): GrowingNode => ({ rules: [], next: new Map() });

export function* indexingCommands(rules: readonly ActiveRule[]): Steps<CommandIndex> {
  const root = newNode();
  for (const rule of rules) {
    yield;
    let node = root;
    for (const word of fixedWords(rule)) {
      const next = node.next.get(word) ?? newNode();
      node.next.set(word, next);
      node = next;
    }
    node.rules.push(rule);
  }
  return { all: rules, root };
}

/** A new index with a few more rules. Nothing is copied, so the cost doesn't depend on the size of the given one. */
export function withCommands(index: CommandIndex, rules: readonly ActiveRule[]): CommandIndex {
  const extend = (node: CommandNode, [word, ...rest]: readonly string[], rule: ActiveRule): CommandNode =>
    word === undefined
      ? { ...node, rules: [...node.rules, rule] }
      : { ...node, next: new WithOneMore(node.next, word, extend(node.next.get(word) ?? newNode(), rest, rule)) };
  return {
    get all() {
      return [...index.all, ...rules];
    },
    root: rules.reduce((node, rule) => extend(node, fixedWords(rule), rule), index.root),
  };
}

/** Child nodes with one added or replaced. */
class WithOneMore implements NextNodes {
  readonly #others: NextNodes;
  readonly #word: string;
  readonly #node: CommandNode;

  constructor(others: NextNodes, word: string, node: CommandNode) {
    this.#others = others;
    this.#word = word;
    this.#node = node;
  }

  get size(): number {
    return this.#others.size + (this.#others.get(this.#word) === undefined ? 1 : 0);
  }

  get(word: string): CommandNode | undefined {
    return word === this.#word ? this.#node : this.#others.get(word);
  }

  values(): MapIterator<CommandNode> {
    const replaced = this.#others.get(this.#word);
    return [...this.#others.values().filter((node) => node !== replaced), this.#node].values();
  }
}

function fixedWords({ parsed: { body } }: ActiveRule): string[] {
  if (body.kind !== 'command') return [];
  const words = wordsOf(body.text);
  const open = words.findIndex((word) => /[*\\]/u.test(word));
  return open < 0 ? words : words.slice(0, open);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** The rules that could match a text, most fixed words first. */
export function candidates(index: CommandIndex | undefined, text: string): readonly ActiveRule[] {
  return index === undefined ? [] : along(index, text).rules;
}

/** The rules that could match some text starting with the words of `start`. */
export function candidatesFrom(index: CommandIndex, start: string): readonly ActiveRule[] {
  const { rules, end } = along(index, start);
  return end === undefined ? rules : [...rules, ...below(end)];
}

/** The rules on the path down the tree; `end` is the node reached, if all words are in the tree. */
function along({ root }: CommandIndex, text: string): { rules: readonly ActiveRule[]; end: CommandNode | undefined } {
  let rules: readonly ActiveRule[] = root.rules;
  let node: CommandNode | undefined = root;
  if (root.next.size === 0) return { rules, end: undefined };
  for (const word of wordsOf(text)) {
    node = node.next.get(word);
    if (node === undefined) break;
    if (node.rules.length > 0) rules = rules.length === 0 ? node.rules : [...node.rules, ...rules];
    if (node.next.size === 0) return { rules, end: undefined };
  }
  return { rules, end: node };
}

const listed = new WeakMap<CommandNode, readonly ActiveRule[]>();

/** Cached: a node with thousands of rules is read for each command of a line. */
function below(node: CommandNode): readonly ActiveRule[] {
  const before = listed.get(node);
  if (before !== undefined) return before;
  const list = [...node.next.values()].flatMap((child) => [...child.rules, ...allBelow(child)]);
  listed.set(node, list);
  return list;
}

function allBelow(node: CommandNode): ActiveRule[] {
  return [...node.next.values()].flatMap((child) => [...child.rules, ...allBelow(child)]);
}
