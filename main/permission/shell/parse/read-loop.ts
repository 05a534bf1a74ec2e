import type { TreeNode } from './tree-node.ts';
import { touching } from './node-kinds.ts';
import { isOrdinaryVariable } from '../harmless-variables.ts';
import { resplits } from './known-variables.ts';
import { loopPart } from './script-part.ts';
import type { ScriptState } from './script-state.ts';
import type { Inherited } from './inherited.ts';
import { readWord } from './read-word.ts';
import { type KnownVariable, literalWord, type Word } from './word.ts';

/** `for name in words` */
export interface ForLoop {
  readonly name: string;
  /** The values of its variable inside the loop. */
  readonly known: KnownVariable;
  readonly body: TreeNode | null;
}

/** Reads a loop's head and records it. The caller walks the body. */
export function readLoop(node: TreeNode, inherited: Inherited, state: ScriptState): ForLoop {
  if (node.children[0]?.type !== 'for') state.limit(node, 'It contains a select loop.', true);
  const name = node.childForFieldName('variable')?.text ?? '';
  if (!isOrdinaryVariable(name)) state.limit(node, `Its loop sets ${name}, which the shell or programs may obey.`, true);
  const values = node.childrenForFieldName('value');
  // The second parser counts the head as part of the loop.
  let words: Word[] = [];
  const groups = touching(values);
  state.inside('loop', () => (words = groups.flatMap((group) => rangeOf(group) ?? [readWord(group, state)])));
  const written = groups.map((group) => group.map(({ text }) => text).join(''));
  const part = loopPart(state.context, name, written);
  // Its names are resolved like those of an `echo`.
  if (words.some((word) => word.value === null || word.glob || /[/.~]/u.test(word.value))) {
    const text = textUpTo(node, values.at(-1));
    state.command({ ...inherited, text, words: [literalWord('for'), ...words], assignments: [], redirects: [] }, part);
  } else state.parts.push(part);
  return { name, known: { ...valueOf(words), foundIn: state.cwd }, body: node.childForFieldName('body') };
}

/** Most values of a loop that are analysed separately. */
const MAX_CHOICES = 50;

const RANGE = /^\{(\d{1,6})\.\.(\d{1,6})\}$/u;

/** The numbers of `{1..5}`; undefined for any other word, and for a range with padded numbers or too many of them. */
function rangeOf(group: readonly TreeNode[]): Word[] | undefined {
  const [node, ...others] = group;
  const [, from, to] = RANGE.exec(node?.type === 'brace_expression' && others.length === 0 ? node.text : '') ?? [];
  if (from === undefined || to === undefined || /^0\d/u.test(from) || /^0\d/u.test(to)) return undefined;
  const [start, end] = [Number(from), Number(to)];
  const count = Math.abs(end - start) + 1;
  if (count > MAX_CHOICES) return undefined;
  return Array.from({ length: count }, (_none, index) => literalWord(String(start < end ? start + index : start - index)));
}

function valueOf(words: readonly Word[]): KnownVariable {
  const only = words.length === 1 ? words[0] : undefined;
  return {
    // `~` is expanded before the value is assigned.
    value: only !== undefined && !only.glob && !only.tilde ? only.value : null,
    harmlessExpansion: words.every((word) => word.harmlessExpansion && !isLoaded(word.value)),
    mayBeOption: words.some((word) => word.mayBeOption || word.value === null || /^[-*?[]/u.test(word.value)),
    // Without words it iterates over the positional parameters, whatever they are.
    ...(words.length > 0 && words.length <= MAX_CHOICES && words.every((word) => word.value !== null) ? { choices: words } : {}),
    mayResplit: words.length === 0 || words.some((word) => word.glob || word.value === null || resplits(word.value)),
  };
}

/** Contains an option after other text, or a command: written to be split into words, whether or not it is here. */
function isLoaded(value: string | null): boolean {
  return value !== null && /\s-{1,2}[A-Za-z]|\$\(|`/u.test(value);
}

/** The text from the start of a statement to the end of a part of it. */
function textUpTo(node: TreeNode, last: TreeNode | undefined): string {
  return node.text.slice(0, (last?.endIndex ?? node.endIndex) - node.startIndex);
}
