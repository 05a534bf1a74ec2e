import type { Node } from 'web-tree-sitter';
import { touching } from './node-kinds.ts';
import type { RawAssignment, RawCommand, RawRedirect } from './raw-command.ts';
import { readAssignment } from './read-assignment.ts';
import { readHereString, readRedirect } from './read-redirections.ts';
import { readWord, type WordScope } from './word.ts';

export type SimpleCommand = Pick<RawCommand, 'words' | 'assignments' | 'redirects' | 'stdin' | 'piped'>;

/** What a simple command has from around it. */
export interface CommandSurroundings {
  readonly stdin: string | undefined;
  readonly piped: boolean;
  /** Words that stand behind a redirection of the whole statement. */
  readonly extra: readonly Node[];
}

/** `NAME=value program words > file`. A bracket where a word is expected goes to `search`, in its turn. */
export function readSimpleCommand(node: Node, scope: WordScope, around: CommandSurroundings, search: (part: Node) => void): SimpleCommand {
  const assignments: RawAssignment[] = [];
  const redirects: RawRedirect[] = [];
  const parts: Node[] = [];
  const trailing: Node[] = [...around.extra];
  let { stdin, piped } = around;
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const read = readAssignment(child, scope);
      if (read !== undefined) assignments.push(read);
    } else if (child.type === 'file_redirect') {
      const read = readRedirect(child, scope, trailing);
      if (read !== undefined) redirects.push(read);
      if (read?.operator === '<') piped = true;
    } else if (child.type === 'herestring_redirect') {
      stdin = readHereString(child, scope);
      piped = true;
    } else if (child.type === 'subshell') {
      scope.limit(child, 'It has a bracket where a word is expected.', true);
      search(child);
    } else if (child.type !== 'comment') parts.push(child);
  }
  const words = [...touching(parts), ...touching(trailing)].map((group) => readWord(group, scope));
  // The grammar took for a command what begins or ends a group to the shell.
  if (RESERVED.has(words[0]?.text ?? '')) scope.limit(node, 'It contains a reserved word where a command is expected.', true);
  return { words, assignments, redirects, stdin, piped };
}

/** Reserved words of bash but those that the grammar knows as commands: `time`, `coproc`, `!`. */
const RESERVED = new Set('{ } [[ ]] if then elif else fi for while until do done case esac select function in'.split(' '));
