import type { TreeNode } from './tree-node.ts';
import type { RawAssignment } from './raw-command.ts';
import { literalWord, readWord, type Word, type WordScope } from './word.ts';

/** `NAME=value`. Undefined for anything but a plain variable, since other values aren't tracked. */
export function readAssignment(node: TreeNode, scope: WordScope): RawAssignment | undefined {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (name === null || name.type !== 'variable_name') {
    scope.limit(node, 'It assigns to something other than a plain variable.', true);
    scope.substitution(node);
    return undefined;
  }
  if (value === null) return { text: node.text, name: name.text, value: literalWord('') };
  if (value.type === 'array') {
    scope.limit(value, 'It assigns a list.', false);
    scope.substitution(value);
    return { text: node.text, name: name.text, value: { ...literalWord(value.text), value: null } };
  }
  const word = readWord([value], scope);
  const appends = /\+=/u.test(node.text.slice(name.text.length, name.text.length + 2));
  return { text: node.text, name: name.text, value: appends ? { ...word, value: null } : word };
}

/**
 * `export`, `declare`, `local`, `readonly`, `typeset`, `unset`: each assignment is reported at once, since it affects later words, even of
 * the same command.
 */
export function readDeclaration(node: TreeNode, scope: WordScope, assigned: (assignment: RawAssignment) => void): Word[] {
  const words: Word[] = [];
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const read = readAssignment(child, scope);
      if (read !== undefined) assigned(read);
      words.push({ ...literalWord(child.text), expands: read?.value.expands ?? true });
    } else words.push(child.isNamed ? readWord([child], scope) : literalWord(child.type));
  }
  return words;
}
