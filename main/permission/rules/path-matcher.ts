import ignore, { type Ignore } from 'ignore';
import type { Steps } from '#shared/steps.ts';
import type { PathRule } from './active-rule.ts';

/** Below this many patterns a plain list is as fast. */
const WORTH_A_TREE = 32;

/** A matcher remembers every path it tested. After so many tests it is replaced by one without memories. */
const TESTS_REMEMBERED = 2000;

interface PathNode {
  readonly rules: PathRule[];
  readonly next: Map<string, PathNode>;
  matcher?: Ignore;
  tests: number;
}

/**
 * Matches a path against gitignore patterns with a common anchor. Many patterns are kept in a tree of their leading folder names, so that
 * only few are tried. If there is a `!pattern` among them their order matters, and they stay in one list.
 */
export class PathMatcher {
  readonly #root: PathNode = { rules: [], next: new Map(), tests: 0 };

  private constructor() {}

  static *making(rules: readonly PathRule[]): Steps<PathMatcher> {
    const matcher = new PathMatcher();
    const asList = rules.length < WORTH_A_TREE || rules.some(({ anchored }) => anchored.pattern.startsWith('!'));
    for (const rule of rules) {
      matcher.#nodeFor(asList ? [] : fixedNames(rule.anchored.pattern)).rules.push(rule);
      yield;
    }
    return matcher;
  }

  /** The rule that covers a path given relative to the anchor. */
  match(relative: string): PathRule | undefined {
    let node: PathNode | undefined = this.#root;
    const names = node.next.size === 0 ? [] : relative.split(/[\\/]/u).map(fold);
    for (let depth = 0; node !== undefined; depth++) {
      const rule = ruleAt(node, relative);
      if (rule !== undefined) return rule;
      const name = names[depth];
      node = name === undefined ? undefined : node.next.get(name);
    }
    return undefined;
  }

  #nodeFor(names: readonly string[]): PathNode {
    let node = this.#root;
    for (const name of names) {
      const next: PathNode = node.next.get(name) ?? { rules: [], next: new Map(), tests: 0 };
      node.next.set(name, next);
      node = next;
    }
    return node;
  }
}

function ruleAt(node: PathNode, relative: string): PathRule | undefined {
  if (node.rules.length === 0) return undefined;
  if (node.matcher === undefined) node.matcher = makeMatcher(node.rules);
  else if (++node.tests % TESTS_REMEMBERED === 0) node.matcher = ignore(OPTIONS).add(node.matcher);
  const result = node.matcher.test(relative);
  return result.ignored ? (node.rules[Number(result.rule?.mark)] ?? node.rules[0]) : undefined;
}

const OPTIONS = { ignorecase: true, allowRelativePaths: false };

function makeMatcher(rules: readonly PathRule[]): Ignore {
  const matcher = ignore(OPTIONS);
  rules.forEach((rule, index) => matcher.add({ pattern: rule.anchored.pattern, mark: String(index) }));
  return matcher;
}

/** The leading literal names of an anchored pattern. */
function fixedNames(pattern: string): string[] {
  if (!pattern.replace(/\/$/u, '').includes('/')) return [];
  const names = pattern.replace(/^\//u, '').split('/');
  const open = names.findIndex((name) => !/^[\p{L}\p{N}_.@+=,-]+$/u.test(name) || name === '.' || name === '..');
  return (open < 0 ? names : names.slice(0, open)).map(fold);
}

/** Patterns ignore case. Upper case, because it joins every pair that a case-insensitive pattern treats as equal. */
function fold(name: string): string {
  return name.toUpperCase();
}
