import type { TreeNode } from './tree-node.ts';
import { touching } from './node-kinds.ts';
import type { RawAssignment, RawCommand, RawRedirect } from './raw-command.ts';
import { readHereString, readRedirect, textsOf } from './read-redirections.ts';
import { redirectText } from './script-part.ts';
import { readWord } from './read-word.ts';
import { literalWord, type Word, type WordScope } from './word.ts';

export interface SimpleCommand extends Pick<RawCommand, 'words' | 'assignments' | 'redirects' | 'stdin' | 'piped'> {
  /** Its redirections, as in `ScriptPart`. */
  readonly texts: readonly string[];
}

/** What a simple command gets from the statements around it. */
export interface CommandSurroundings {
  readonly stdin: string | undefined;
  readonly piped: boolean;
  /** Words after a redirection of the whole statement. */
  readonly extra: readonly TreeNode[];
  /** Each `-` that the grammar dropped. */
  readonly dashes: readonly Word[];
}

/** `NAME=value program words > file`. A subshell where a word is expected is passed to `search`, in source order. */
export function readSimpleCommand(
  node: TreeNode,
  scope: WordScope,
  around: CommandSurroundings,
  search: (part: TreeNode) => void,
): SimpleCommand {
  const assignments: RawAssignment[] = [];
  const redirects: RawRedirect[] = [];
  const texts: string[] = [];
  const parts: TreeNode[] = [];
  const trailing: TreeNode[] = [...around.extra];
  let { stdin, piped } = around;
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const read = readAssignment(child, scope);
      if (read !== undefined) assignments.push(usesOneOf(assignments, read) ? { ...read, value: { ...read.value, ...CHANGED } } : read);
    } else if (child.type === 'file_redirect') {
      const read = readRedirect(child, scope, trailing);
      if (read !== undefined) {
        redirects.push(read);
        texts.push(...textsOf(read));
      }
      if (read?.operator.startsWith('<') === true) piped = true;
    } else if (child.type === 'herestring_redirect') {
      const word = readHereString(child, scope);
      stdin = word.value ?? word.text;
      texts.push(redirectText('<<<', word.text));
      piped = true;
    } else if (child.type === 'subshell') {
      scope.limit(child, 'It has a bracket where a word is expected.', true);
      search(child);
    } else if (child.type !== 'comment') parts.push(child);
  }
  const read = [...touching(parts), ...touching(trailing)].map((group) => readWord(group, scope));
  const words = around.dashes.length === 0 ? read : [...read, ...around.dashes].toSorted((one, other) => one.start - other.start);
  // To the shell this word starts or ends a group, although the grammar read a command.
  if (RESERVED.has(words[0]?.text ?? '') || RESERVED.has(words[0]?.value ?? ''))
    scope.limit(node, 'It contains a reserved word where a command is expected.', true);
  return { words, assignments, redirects, texts, stdin, piped };
}

/** What an assignment before it may have changed. */
const CHANGED = { value: null, expands: true, harmlessExpansion: false, mayBeOption: true, mayResplit: true } as const;

/** `a=x b=$a program`: the shell takes the new value. */
function usesOneOf(before: readonly RawAssignment[], { text }: RawAssignment): boolean {
  return before.some(({ name }) => new RegExp(`\\$\\{?[!#]?${name}\\b`, 'u').test(text));
}

/** Reserved words of bash, except those that the grammar treats as commands: `time`, `coproc`, `!`. */
const RESERVED = new Set('{ } [[ ]] if then elif else fi for while until do done case esac select function in'.split(' '));

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
