import { FIND_ARITY } from './find-tests.ts';

/** Which of the files below its starting points a `find` acts on. */
export interface FindFilter {
  /** Only those with such names; see `PathFact`. */
  readonly only?: readonly string[];
  /** Names of folders that it leaves out, or their paths from the starting point, with `./` in front. */
  readonly skips?: readonly string[];
}

interface Token {
  readonly name: string;
  readonly value: string | undefined;
}

const OR: ReadonlySet<string> = new Set(['-o', '-or']);
const NOT: ReadonlySet<string> = new Set(['!', '-not']);
const AND: ReadonlySet<string> = new Set(['-a', '-and']);
const ACTIONS: ReadonlySet<string> = new Set(['-print', '-print0', '-exec', '-delete']);
/** In other patterns, more than `*` is special. */
const PLAIN = /^[\w.*+-]+$/u;

/**
 * Reads the expression of a `find`, the words after its starting points. Says nothing of what it doesn't understand: without a filter, it
 * acts on everything.
 */
export function findFilter(words: readonly (string | null)[]): FindFilter {
  const tokens = tokensOf(words);
  const branches = tokens && alternatives(tokens);
  const last = branches?.at(-1);
  if (tokens === undefined || branches === undefined || last === undefined) return {};
  const firstAction = last.findIndex(({ name }) => ACTIONS.has(name));
  const isActed = tokens.some(({ name }) => ACTIONS.has(name));
  // What an earlier branch does isn’t filtered by the last one.
  if (isActed && (firstAction < 0 || branches.slice(0, -1).some((branch) => branch.some(({ name }) => ACTIONS.has(name))))) return {};
  const tests = isActed ? last.slice(0, firstAction) : last;
  if (tests.some(({ name }, at) => ACTIONS.has(name) || (name === '(' && closing(tests, at) < 0))) return {};
  const only = isActed ? namesIn(tests) : namesInAny(branches);
  const isTopDown = !tokens.some(({ name }) => ['-depth', '-d', '-delete'].includes(name));
  const pruned = isActed && isTopDown ? branches.slice(0, -1).flatMap(prunedBy) : [];
  const skips = [...pruned, ...(isActed || branches.length === 1 ? leftOut(tests) : [])];
  return { ...(only !== undefined && { only }), ...(skips.length > 0 && { skips }) };
}

function tokensOf(words: readonly (string | null)[]): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; at++) {
    const name = words[at];
    if (name === null || name === undefined) return undefined;
    if (name === '-exec') {
      const end = words.findIndex((word, index) => index > at && (word === ';' || (word === '+' && words[index - 1] === '{}')));
      if (end < 0) return undefined;
      tokens.push({ name, value: undefined });
      at = end;
      continue;
    }
    const arity = name === '-delete' ? 0 : FIND_ARITY.get(name);
    const value = arity === 1 ? words[at + 1] : undefined;
    // `,` runs both sides.
    if (arity === undefined || name === ',' || value === null) return undefined;
    tokens.push({ name, value });
    at += arity;
  }
  return tokens;
}

/** Split at `-o`, outside of brackets. */
function alternatives(tokens: readonly Token[]): readonly (readonly Token[])[] | undefined {
  const branches: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.name === '(') depth++;
    if (token.name === ')' && --depth < 0) return undefined;
    if (depth === 0 && OR.has(token.name)) branches.push([]);
    else branches.at(-1)?.push(token);
  }
  return depth === 0 ? branches : undefined;
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  return tokens.findIndex(({ name }, at) => {
    if (at < open) return false;
    if (name === '(') depth++;
    return name === ')' && --depth === 0;
  });
}

function namesInAny(branches: readonly (readonly Token[])[]): readonly string[] | undefined {
  const names = branches.map(namesIn);
  return names.some((some) => some === undefined) ? undefined : names.flatMap((some) => some ?? []);
}

/** The patterns of which one matches the name, where all of these tests hold. */
function namesIn(tests: readonly Token[]): readonly string[] | undefined {
  for (let at = 0; at < tests.length; at++) {
    const { name = '', value } = tests[at] ?? {};
    if (NOT.has(name)) {
      // Skips what is negated.
      at = tests[at + 1]?.name === '(' ? closing(tests, at + 1) : at + 1;
    } else if (name === '(') {
      const end = closing(tests, at);
      const inner = alternatives(tests.slice(at + 1, end));
      const found = inner && namesInAny(inner);
      if (found !== undefined) return found;
      at = end;
    } else if (name === '-name' && value !== undefined && PLAIN.test(value)) return [value];
  }
  return undefined;
}

/** `-path ./x -prune` and `-type d ( -name x -o -name y ) -prune` */
function prunedBy(branch: readonly Token[]): readonly string[] {
  if (branch.at(-1)?.name !== '-prune' || branch.some(({ name, value }) => name === '-type' && value !== 'd')) return [];
  const tests = branch.slice(0, -1).filter(({ name }) => !AND.has(name) && name !== '-type');
  const isGroup = tests[0]?.name === '(' && tests.at(-1)?.name === ')';
  const choices = isGroup ? tests.slice(1, -1) : tests;
  // Every second one is an `-o`.
  if (!choices.every(({ name }, at) => OR.has(name) === (at % 2 === 1))) return [];
  const names = choices.map((choice) => (OR.has(choice.name) ? [] : folderOf(choice)));
  return names.flatMap((one) => one ?? []);
}

/** The folder that a test means, by its name or with its path from the starting point. */
function folderOf({ name, value = '' }: Token): readonly string[] | undefined {
  if (name === '-name') return FOLDER_NAME.test(value) ? [value] : undefined;
  if (name !== '-path' && name !== '-wholename') return undefined;
  return FOLDER_PATH.test(value) ? [value] : /^\*\/([\w.+-]+)$/u.exec(value)?.slice(1);
}

const FOLDER_NAME = /^[\w.+-]+$/u;
const FOLDER_PATH = /^\.\/[\w.+/-]+$/u;

// `-not -path "*/x/*"`
function leftOut(tests: readonly Token[]): readonly string[] {
  let depth = 0;
  return tests.flatMap(({ name }, at) => {
    if (name === '(') depth++;
    if (name === ')') depth--;
    const next = tests[at + 1];
    if (depth > 0 || !NOT.has(name) || NOT.has(tests[at - 1]?.name ?? '') || next?.value?.endsWith('/*') !== true || next.name === '-name')
      return [];
    return folderOf({ ...next, value: next.value.slice(0, -2) }) ?? [];
  });
}
