import type { TreeNode } from './tree-node.ts';
import { readAssignment, readDeclaration, readSimpleCommand } from './read-simple-command.ts';
import { readRedirect } from './read-redirections.ts';
import { commandPart, redirectText, testPart } from './script-part.ts';
import type { ScriptState } from './script-state.ts';
import type { Inherited } from './inherited.ts';
import { readWord } from './read-word.ts';
import { literalWord, type Word, type WordScope } from './word.ts';
import { touching, WORDS } from './node-kinds.ts';

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
      const walk = (): void => state.command({ ...base, ...read, redirects }, commandPart(context, written, [...own, ...read.texts]));
      state.onceOpened(read.redirects, walk);
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
      const assignments = nodes.flatMap((child) => {
        const one = readAssignment(child, state);
        // At once: the next one may use it.
        if (one !== undefined) state.assign(one);
        return one ?? [];
      });
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
      if (read !== undefined && read.duplicates !== true) {
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

interface TestWords {
  readonly words: readonly Word[];
  /** The content of the brackets as written. */
  readonly texts: readonly string[];
}

/** `[ … ]` and `[[ … ]]` as the words of a command named `test` or `[[`. Parts that aren't understood are passed to `search` in order. */
function readTest(node: TreeNode, scope: WordScope, search: (part: TreeNode) => void): TestWords {
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
