import type { TreeNode } from './tree-node.ts';
import { resplits } from './known-variables.ts';
import type { Piece, WordScope } from './word.ts';

const HARMLESS_VARIABLES = new Set([
  'HOME',
  'PATH',
  'PWD',
  'OLDPWD',
  'USER',
  'LOGNAME',
  'SHELL',
  'HOSTNAME',
  'LANG',
  'TERM',
  'RANDOM',
  'SECONDS',
  'LINENO',
]);

export function variable(name: string, scope: WordScope): Piece {
  const known = scope.variables.get(name);
  if (known !== undefined) {
    const { value, harmlessExpansion: harmless, mayBeOption, mayResplit } = known;
    // Patterns among them were resolved in the working directory of that time.
    const isHere = known.choices?.some((choice) => choice.glob) !== true || (known.foundIn !== undefined && known.foundIn === scope.cwd);
    return {
      value,
      expands: true,
      harmless,
      mayBeOption,
      mayResplit,
      mayMatch: value === null && mayResplit,
      choices: isHere ? known.choices : undefined,
    };
  }
  if (name === 'HOME') return { value: scope.home, expands: true, harmless: true };
  if (name === 'PWD' && scope.cwd !== undefined) return { value: scope.cwd, expands: true, harmless: true };
  const harmless = HARMLESS_VARIABLES.has(name) || /^[0-9?#$!@*-]$/u.test(name);
  // Positional parameters may have been set by an earlier `set`.
  const positional = /^[1-9@*]$/u.test(name);
  return {
    value: null,
    expands: true,
    harmless,
    mayBeOption: !harmless || positional,
    mayResplit: !ONE_NUMBER.has(name),
    inherited: scope.inherits && !positional,
  };
}

/** Variables that hold a single non-negative number. */
const ONE_NUMBER = new Set(['?', '#', '$', 'RANDOM', 'SECONDS', 'LINENO']);

/**
 * Outside quotes a value with blanks or pattern characters splits into several words, and an empty one disappears; the result is unknown
 * until run time.
 */
export function split(piece: Piece): Piece {
  if (piece.value === null) return { ...piece, mayResplit: piece.mayResplit ?? true };
  return resplits(piece.value)
    ? { ...piece, value: null, harmless: false, mayResplit: true, mayMatch: true }
    : { ...piece, mayResplit: false };
}

/** Inside double quotes a value stays one word; `"$@"` becomes one word per parameter. */
export function quoted(piece: Piece, isAll: boolean): Piece {
  return { ...piece, mayResplit: isAll, mayMatch: false };
}

export function expansion(node: TreeNode, scope: WordScope): Piece {
  const plain = /^\$\{([A-Za-z_][A-Za-z0-9_]*|[0-9])\}$/u.exec(node.text)?.[1];
  if (plain !== undefined) return variable(plain, scope);
  // Exit codes of a pipeline, and the length of a value.
  if (/^\$\{(?:PIPESTATUS\[\d\]|#[A-Za-z_][A-Za-z0-9_]*)\}$/u.test(node.text)) return { ...NUMBER, mayBeOption: false };
  const tame = /^\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?-[\w./ -]*|%%?[\w.*/-]*|##?[\w.*/-]*)?\}$/u.exec(node.text)?.[1];
  scope.substitution(node);
  const of = tame === undefined ? undefined : variable(tame, scope);
  if (of?.harmless === true) return { value: null, expands: true, harmless: true, mayBeOption: true, mayMatch: true };
  scope.limit(node, 'It contains a parameter expansion that does more than insert a value.', tame === undefined);
  return { value: null, expands: true };
}

export function arithmetic(node: TreeNode, scope: WordScope): Piece {
  // A name would be evaluated, and so would the expressions in its value.
  if (isSound(node.text.slice(3, -2))) return NUMBER;
  scope.limit(node, 'It contains an arithmetic expansion.', true);
  scope.substitution(node);
  return { value: null, expands: true };
}

/** Numbers and operators without an error such as a division by zero, after which the shell drops the rest of the line. */
function isSound(expression: string): boolean {
  const isOdd = /[\d)] *\(|\) *\d|\d +\d|\( *\)|[-+*/%<>=!&|^~] *\)|\( *[+*/%<>=&|^]|[/%] *\(|[-+*/%<>=!&|^~] +[-+*/%<>=!&|^~]/u.test(
    expression,
  );
  const bare = expression.replaceAll(/[ ()]/gu, '');
  const isPlain = /^[-~!]?(?:0|[1-9]\d*)(?:(?:[-+*<>^]|<<|>>|[<>=!]=|&&?|\|\|?|[/%](?=[1-9]))(?:0|[1-9]\d*))*$/u.test(bare);
  return !isOdd && isPlain && nests(expression.replaceAll(/[^()]/gu, ''));
}

/** Whether every bracket is closed, in order. */
function nests(brackets: string): boolean {
  const less = brackets.replaceAll('()', '');
  return less === '' || (less !== brackets && nests(less));
}

/** A computed number: one word, which may start with a minus. */
const NUMBER: Piece = { value: null, expands: true, harmless: true, mayBeOption: true, mayResplit: false };

/** Commands that always print numbers or names without pattern characters. */
const PRINTS_NO_PATTERN =
  /^\$\((?:seq(?: -?\d+){1,3}|date(?: \+[\w%:.-]+)?|nproc|whoami|git rev-parse(?: --short)? HEAD|wc -[lwc] < [\w./-]+)\)$/u;

/** `$(cat <<'EOF' … EOF)` is only a way to write a long text, common for git commit messages. */
export function commandSubstitution(node: TreeNode, scope: WordScope): Piece {
  const only = node.namedChildren.filter((child) => child.type !== 'comment');
  const text = only.length === 1 && only[0]?.type === 'redirected_statement' ? printedDocument(node.text) : undefined;
  if (text !== undefined) {
    scope.text(node);
    return { value: text };
  }
  const escaped = node.text.startsWith('`') && node.text.includes('\\');
  if (escaped) scope.limit(node, 'It contains a command substitution.', true);
  else scope.readable(node, 'It contains a command substitution.');
  scope.substitution(node);
  // The commands would print the same if run on their own.
  return { value: null, expands: true, harmless: !escaped, mayBeOption: true, mayMatch: !PRINTS_NO_PATTERN.test(node.text) };
}

/** What `$(cat <<'EOF' … EOF)` inserts: without the tabs before each line of `<<-`, and without line breaks at the end (POSIX 2.6.3, 2.7.4). */
function printedDocument(substitution: string): string | undefined {
  const [head, dash, , delimiter = ''] = /^\$\([ \t\n]*cat[ \t]+<<(-?)[ \t]*(["'])(\w+)\2[ \t]*\n/u.exec(substitution) ?? [];
  if (head === undefined) return undefined;
  const lines = withoutTabs(dash === '-', substitution.slice(head.length)).split('\n');
  const end = lines.indexOf(delimiter);
  if (end < 0 || !/^[ \t\n]*\)$/u.test(lines.slice(end + 1).join('\n'))) return undefined;
  const body = lines.slice(0, end);
  // A shell that is less strict about where it ends would read another text.
  if (body.some((line) => line.trim() === delimiter)) return undefined;
  return body.join('\n').replace(/\n+$/u, '');
}

/** The text of a here-document as the program gets it: `<<-` takes the tabs before each line away. */
export function withoutTabs(isDashed: boolean, text: string): string {
  return isDashed ? text.replace(/(^|\n)\t+/gu, '$1') : text;
}
