import type { TreeNode } from './tree-node.ts';
import { touching } from './node-kinds.ts';
import { isOrdinaryVariable } from './ordinary-variables.ts';
import { resplits } from './known-variables.ts';
import { loopPart } from './script-part.ts';
import type { ScriptState } from './script-state.ts';
import type { Inherited } from './walk.ts';
import { type KnownVariable, literalWord, readWord, type Word } from './word.ts';

/** `for name in words` */
export interface ForLoop {
  readonly name: string;
  /** What its variable is inside the loop. */
  readonly known: KnownVariable;
  readonly body: TreeNode | null;
}

/** Reads the head of a loop and notes it. Its body is left to the caller. */
export function readLoop(node: TreeNode, inherited: Inherited, state: ScriptState): ForLoop {
  if (node.children[0]?.type !== 'for') state.limit(node, 'It contains a select loop.', true);
  const name = node.childForFieldName('variable')?.text ?? '';
  if (!isOrdinaryVariable(name)) state.limit(node, `Its loop sets ${name}, which the shell or programs may obey.`, true);
  const values = node.childrenForFieldName('value');
  // To the second reading what stands in the head is inside the loop.
  let words: Word[] = [];
  state.inside('loop', () => (words = touching(values).map((group) => readWord(group, state))));
  const written = words.map((word) => word.text);
  const part = loopPart(state.context, name, written);
  // Its names are looked up as an `echo` of them would.
  if (words.some((word) => word.value === null || word.glob || /[/.~]/u.test(word.value))) {
    const text = textUpTo(node, values.at(-1));
    state.command({ ...inherited, text, words: [literalWord('for'), ...words], assignments: [], redirects: [] }, part);
  } else state.parts.push(part);
  return { name, known: { ...valueOf(words), foundIn: state.cwd }, body: node.childForFieldName('body') };
}

/** How many values of a loop are looked up, each by itself. */
const MAX_CHOICES = 50;

function valueOf(words: readonly Word[]): KnownVariable {
  const only = words.length === 1 ? words[0] : undefined;
  return {
    // A home folder is put in before the value is kept.
    value: only !== undefined && !only.glob && !only.tilde ? only.value : null,
    harmlessExpansion: words.every((word) => word.harmlessExpansion && !isLoaded(word.value)),
    mayBeOption: words.some((word) => word.mayBeOption || word.value === null || /^[-*?[]/u.test(word.value)),
    // Without words it goes over the positional parameters, whatever they are.
    ...(words.length > 0 && words.length <= MAX_CHOICES && words.every((word) => word.value !== null) ? { choices: words } : {}),
    mayResplit: words.length === 0 || words.some((word) => word.glob || word.value === null || resplits(word.value)),
  };
}

/** Holds an option behind other text, or a command: written to be read as more than one word, whether or not it is here. */
function isLoaded(value: string | null): boolean {
  return value !== null && /\s-{1,2}[A-Za-z]|\$\(|`/u.test(value);
}

/** From the start of a statement to the end of a part of it. */
function textUpTo(node: TreeNode, last: TreeNode | undefined): string {
  return node.text.slice(0, (last?.endIndex ?? node.endIndex) - node.startIndex);
}
