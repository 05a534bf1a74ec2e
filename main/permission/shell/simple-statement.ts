import type { TreeNode } from './tree-node.ts';
import { readAssignment, readDeclaration } from './read-assignment.ts';
import { readRedirect } from './read-redirections.ts';
import { readSimpleCommand } from './read-simple-command.ts';
import { readTest } from './read-test.ts';
import { commandPart, redirectText, testPart } from './script-part.ts';
import type { ScriptState } from './script-state.ts';
import type { Inherited } from './walk.ts';
import type { Word } from './word.ts';

/** Words that the grammar separates from their command. */
interface Trailing {
  /** After a redirection. */
  readonly extra: readonly TreeNode[];
  /** Each `-` that the grammar dropped. */
  readonly dashes: readonly Word[];
}

const NONE: Trailing = { extra: [], dashes: [] };

/** Reads a statement that is one simple command. False when it is something else. */
export function simpleStatement(
  node: TreeNode,
  inherited: Inherited,
  state: ScriptState,
  search: (part: TreeNode) => void,
  trailing: Trailing = NONE,
): boolean {
  const { own } = inherited;
  const { context } = state;
  const base = { ...inherited, text: node.text, assignments: [] };
  switch (node.type) {
    case 'command': {
      const read = readSimpleCommand(node, state, { ...inherited, ...trailing }, search);
      const written = [...read.assignments, ...read.words].map((part) => part.text);
      const redirects = [...inherited.redirects, ...read.redirects];
      state.command({ ...base, ...read, redirects }, commandPart(context, written, [...own, ...read.texts]));
      return true;
    }
    case 'test_command': {
      const { words, texts } = readTest(node, state, search);
      const isDouble = words[0]?.value === '[[';
      state.command({ ...base, words }, isDouble ? testPart(context, texts, own) : commandPart(context, ['[', ...texts, ']'], own));
      return true;
    }
    case 'variable_assignment':
    case 'variable_assignments': {
      const nodes = node.type === 'variable_assignments' ? node.namedChildren : [node];
      const assignments = nodes.map((child) => readAssignment(child, state)).filter((one) => one !== undefined);
      assignments.forEach((one) => state.assign(one));
      state.command({ ...base, words: [], assignments }, commandPart(context, texts(assignments), own));
      return true;
    }
    case 'declaration_command':
    case 'unset_command': {
      const words = readDeclaration(node, state, (one) => state.assign(one));
      state.command({ ...base, words }, commandPart(context, texts(words), own));
      return true;
    }
    // Redirections without a command: they still open their files.
    case 'redirected_statement':
      state.command({ ...base, words: [] }, commandPart(context, [], own));
      return true;
    // So does `$(< file)`.
    case 'file_redirect': {
      const read = readRedirect(node, state, []);
      if (read !== undefined) {
        const redirects = [...inherited.redirects, read];
        state.command({ ...base, words: [], redirects }, commandPart(context, [], [redirectText(read.operator, read.target.text)]));
      }
      node.namedChildren.forEach(search);
      return true;
    }
    default:
      return false;
  }
}

function texts(parts: readonly { readonly text: string }[]): string[] {
  return parts.map((part) => part.text);
}
