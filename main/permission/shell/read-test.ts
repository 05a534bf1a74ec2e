import type { TreeNode } from './tree-node.ts';
import { touching, WORDS } from './node-kinds.ts';
import { literalWord, readWord, type Word, type WordScope } from './word.ts';

export interface TestWords {
  readonly words: readonly Word[];
  /** The content of the brackets as written. */
  readonly texts: readonly string[];
}

/** `[ … ]` and `[[ … ]]` as the words of a command named `test` or `[[`. Parts that aren't understood are passed to `search` in order. */
export function readTest(node: TreeNode, scope: WordScope, search: (part: TreeNode) => void): TestWords {
  // In the shell a bracket must be a separate word, otherwise it is part of another.
  if (!/^\[\[?\s(?:.*\s)?\]\]?$/su.test(node.text)) scope.limit(node, 'It contains a bracket that is part of a word.', true);
  const nodes: TreeNode[] = [];
  const collect = (part: TreeNode): void => {
    if (WORDS.has(part.type) || part.type === 'test_operator') nodes.push(part);
    else if (!part.isNamed) {
      if (!['[', ']', '[[', ']]'].includes(part.type)) nodes.push(part);
    } else if (/^(?:unary|binary|parenthesized)_expression$/u.test(part.type)) part.children.forEach(collect);
    else {
      scope.limit(part, `It contains a test that is not understood (${part.type}).`, true);
      search(part);
    }
  };
  node.children.forEach(collect);
  const words: Word[] = [literalWord(node.text.startsWith('[[') ? '[[' : 'test')];
  for (const group of touching(nodes)) {
    const [first, ...others] = group;
    if (first !== undefined) words.push(first.isNamed || others.length > 0 ? readWord(group, scope) : literalWord(first.type));
  }
  return { words, texts: words.slice(1).map((word) => word.text) };
}
