import type { Node } from 'web-tree-sitter';
import { touching } from './node-kinds.ts';
import { type KnownVariable, readWord, type Word, type WordScope } from './word.ts';

/** `for name in words` */
export interface ForLoop {
  readonly name: string;
  readonly words: readonly Word[];
  /** The statement up to the last of its words. */
  readonly head: string;
  /** What its variable is inside the loop. */
  readonly known: KnownVariable;
  /** Its names are looked up as an `echo` of them would. */
  readonly looksUp: boolean;
  readonly body: Node | null;
}

export function readLoop(node: Node, scope: WordScope): ForLoop {
  if (node.children[0]?.type !== 'for') scope.limit(node, 'It contains a select loop.', true);
  const values = node.childrenForFieldName('value').filter((child) => child !== null);
  const words = touching(values).map((group) => readWord(group, scope));
  const only = words.length === 1 ? words[0] : undefined;
  return {
    name: node.childForFieldName('variable')?.text ?? '',
    words,
    head: textUpTo(node, values.at(-1)),
    known: {
      value: only !== undefined && !only.glob ? only.value : null,
      harmlessExpansion: words.every((word) => word.harmlessExpansion),
      mayBeOption: words.some((word) => word.mayBeOption || word.value === null || /^[-*?[]/u.test(word.value)),
    },
    looksUp: words.some((word) => word.value === null || word.glob || /[/.~]/u.test(word.value)),
    body: node.childForFieldName('body'),
  };
}

/** From the start of a statement to the end of a part of it. */
function textUpTo(node: Node, last: Node | undefined): string {
  return node.text.slice(0, (last?.endIndex ?? node.endIndex) - node.startIndex);
}
