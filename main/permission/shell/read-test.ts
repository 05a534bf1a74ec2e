import type { Node } from 'web-tree-sitter';
import { WORDS } from './node-kinds.ts';
import { literalWord, readWord, type Word, type WordScope } from './word.ts';

/** `[ … ]` and `[[ … ]]` as the words of a command named `test` or `[[`. What isn't understood goes to `search`, in its turn. */
export function readTest(node: Node, scope: WordScope, search: (part: Node) => void): Word[] {
  // To the shell a bracket is a word of its own, else it begins or ends another.
  if (!/^\[\[?\s(?:.*\s)?\]\]?$/su.test(node.text)) scope.limit(node, 'It contains a bracket that is part of a word.', true);
  const words: Word[] = [literalWord(node.text.startsWith('[[') ? '[[' : 'test')];
  const collect = (part: Node): void => {
    if (WORDS.has(part.type) || part.type === 'test_operator') words.push(readWord([part], scope));
    else if (!part.isNamed) {
      if (!['[', ']', '[[', ']]'].includes(part.type)) words.push(literalWord(part.type));
    } else if (/^(?:unary|binary|parenthesized)_expression$/u.test(part.type)) part.children.forEach(collect);
    else {
      scope.limit(part, `It contains a test that is not understood (${part.type}).`, true);
      search(part);
    }
  };
  node.children.forEach(collect);
  return words;
}
