import type { Steps } from '#shared/steps.ts';
import type { ActiveRule } from './rule-set.ts';

/**
 * Command rules as a tree of the whole words they demand at their start, so that a decision looks at few of them however
 * many there are. A rule sits where its fixed words end: at a wildcard, an escape, or its own end.
 */
export interface CommandIndex {
  readonly all: readonly ActiveRule[];
  readonly root: CommandNode;
}

interface CommandNode {
  readonly rules: ActiveRule[];
  readonly next: Map<string, CommandNode>;
}

const newNode = (): CommandNode => ({ rules: [], next: new Map() });

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

/** The same index with a few more rules; the given one stays as it is. */
export function withCommands({ all, root }: CommandIndex, rules: readonly ActiveRule[]): CommandIndex {
  const extend = (node: CommandNode, [word, ...rest]: readonly string[], rule: ActiveRule): CommandNode =>
    word === undefined
      ? { ...node, rules: [...node.rules, rule] }
      : { ...node, next: new Map(node.next).set(word, extend(node.next.get(word) ?? newNode(), rest, rule)) };
  return { all: [...all, ...rules], root: rules.reduce((node, rule) => extend(node, fixedWords(rule), rule), root) };
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

/** The rules that could match a text, those that demand the most words first. */
export function candidates(index: CommandIndex | undefined, text: string): readonly ActiveRule[] {
  return index === undefined ? [] : along(index, text).rules;
}

/** The rules that could match some text beginning with the words of `start`. */
export function candidatesFrom(index: CommandIndex, start: string): readonly ActiveRule[] {
  const { rules, end } = along(index, start);
  return end === undefined ? rules : [...rules, ...below(end)];
}

/** The rules met on the way down the tree; `end` is where the words lead, unless they leave the tree. */
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

function below(node: CommandNode): ActiveRule[] {
  return [...node.next.values()].flatMap((child) => [...child.rules, ...below(child)]);
}
