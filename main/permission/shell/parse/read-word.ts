import type { TreeNode } from './tree-node.ts';
import { arithmetic, commandSubstitution, expansion, quoted, split, variable } from './expansions.ts';
import { hasInnerGap } from './gaps.ts';
import { literalWord, type Piece, type Word, type WordScope } from './word.ts';

/** A word without special characters, as most are. */
const PLAIN = /^[\w./:@%+,=-]+$/u;

function plainText(node: TreeNode | undefined): TreeNode | undefined {
  const [inner, ...others] = node?.type === 'command_name' ? node.children : [node];
  if (inner?.type !== 'word' || others.length > 0 || inner.text !== node?.text) return undefined;
  return inner.children.length === 0 && PLAIN.test(inner.text) ? inner : undefined;
}

/** Evaluates adjacent nodes as one word. */
export function readWord(nodes: readonly TreeNode[], scope: WordScope): Word {
  const plain = nodes.length === 1 ? plainText(nodes[0]) : undefined;
  if (plain !== undefined) return { ...literalWord(plain.text), start: plain.startIndex, end: plain.endIndex };
  const text = nodes.map((node) => node.text).join('');
  const pieces = readAll(nodes, scope);
  const first = nodes[0];
  const bare = bareText(nodes);
  if (first !== undefined && hasInnerGap(nodes)) scope.limit(first, 'Where its words begin and end is not clear.', true);
  if (first !== undefined && /\{.*(?:,|\.\.).*\}/su.test(bare)) scope.limit(first, 'It uses brace expansion.', true);
  const glob = pieces.some((piece) => piece.glob === true) || /\[.+\]/su.test(bare);
  // Once quotes are removed, literal pattern characters can't be told from active ones.
  const meant = bare.includes('[') ? /[*?[\]!^\\-]/u : /[*?[\]]/u;
  const unclear = glob && pieces.some((piece) => piece.plain === true || (piece.glob === undefined && meant.test(piece.value ?? '')));
  const tilde = pieces[0]?.tilde === true;
  const isHome = HOME_BEHIND_NAME.test(text);
  // What stands before the first slash is expanded only if nothing in it is quoted or computed: `~"/x"` is a file in a folder named `~`.
  const isOddTilde = (tilde && !/^~[\w.+-]*(?:\/|$)/u.test(text)) || OTHER_TILDE.test(isHome ? bare.replace(HOME_BEHIND_NAME, '$1') : bare);
  const isKnown = !unclear && !isOddTilde && pieces.every((piece) => piece.value !== null);
  const spelled = pieces.map((piece) => piece.value).join('');
  const expanded = isHome ? spelled.replace(HOME_BEHIND_NAME, (_, before: string) => before + scope.home) : spelled;
  const value = isKnown ? expanded : null;
  const choices = value === null ? choicesOf(pieces) : undefined;
  return {
    text,
    value,
    ...(choices === undefined ? {} : { choices }),
    glob,
    tilde,
    expands: pieces.some((piece) => piece.expands === true),
    harmlessExpansion: pieces.every((piece) => piece.expands !== true || piece.harmless === true),
    mayBeOption: startMayBeOption(pieces),
    mayResplit: pieces.some((piece) => piece.mayResplit === true),
    inherited: value === null && pieces.every((piece) => piece.value !== null || piece.inherited === true),
    mayMatch: pieces.some((piece) => piece.mayMatch === true),
    start: first?.startIndex ?? -1,
    end: nodes.at(-1)?.endIndex ?? -1,
  };
}

/** Bash expands `~` in any word that looks like an assignment: `of=~/x`, `a=b:~/c`. */
const HOME_BEHIND_NAME = /^([A-Za-z_]\w*\+?=)~(?=\/|$)/u;
const OTHER_TILDE = /^\w+\+?=(?:.*:)?~/su;

/** Parts known only at run time may be empty, so the word may start with the next one. */
function startMayBeOption(pieces: readonly Piece[]): boolean {
  const filled = pieces.findIndex((piece) => piece.value !== null && piece.value !== '');
  const start = pieces.slice(0, filled < 0 ? undefined : filled);
  if (start.some((piece) => piece.mayBeOption === true)) return true;
  const first = pieces[filled];
  return first?.mayBeOption === true || (first?.value?.startsWith('-') === true && start.some((piece) => piece.value === null));
}

const PATTERN = /[*?[\]\\]/u;

/** The possible values of a word that contains one loop variable, once, between known texts. */
function choicesOf(pieces: readonly Piece[]): readonly Word[] | undefined {
  const at = pieces.findIndex((piece) => piece.choices !== undefined);
  const around = pieces.filter((_, index) => index !== at);
  if (
    at < 0 ||
    around.some((piece) => piece.value === null || piece.expands === true || (piece.glob !== true && PATTERN.test(piece.value)))
  )
    return undefined;
  const before = pieces
    .slice(0, at)
    .map((piece) => piece.value)
    .join('');
  const after = pieces
    .slice(at + 1)
    .map((piece) => piece.value)
    .join('');
  const glob = around.some((piece) => piece.glob === true);
  const choices = pieces[at]?.choices ?? [];
  if (choices.some((choice) => (choice.tilde && before !== '') || (glob && !choice.glob && PATTERN.test(choice.value ?? ''))))
    return undefined;
  return choices.map((choice) => ({ ...choice, value: `${before}${choice.value ?? ''}${after}`, glob: choice.glob || glob }));
}

/** The text outside quotes; every other character becomes an underscore. */
function bareText(nodes: readonly TreeNode[]): string {
  const flat = (node: TreeNode): TreeNode[] =>
    node.type === 'concatenation' || node.type === 'command_name' ? node.children.flatMap(flat) : [node];
  const parts = nodes.flatMap(flat).map((node) => {
    if (node.type === 'word' || node.type === 'number') return node.text.replace(/\\./gsu, '_');
    return node.type === 'brace_expression' ? '{1..2}' : '_';
  });
  return parts.join('');
}

function readPieces(node: TreeNode, scope: WordScope): Piece[] {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'test_operator':
    case 'variable_name':
    case 'special_variable_name':
    case '~':
      if (node.namedChildren.length > 0) return composite(node, scope);
      return [unquoted(node.text)];
    case 'raw_string':
      return [{ value: node.text.slice(1, -1) }];
    case 'ansi_c_string':
      return [ansiString(node, scope)];
    case 'string':
      return stringPieces(node, scope);
    case 'translated_string':
      return translated(node, scope);
    case 'concatenation':
    case 'command_name':
      return composite(node, scope);
    case 'simple_expansion':
      return [split(variable(node.text.slice(1), scope))];
    case 'expansion':
      return [split(expansion(node, scope))];
    case 'command_substitution':
      return [split(commandSubstitution(node, scope))];
    case 'process_substitution':
      scope.limit(node, 'It contains a process substitution.', false);
      scope.substitution(node);
      return [{ value: null, expands: true }];
    case 'brace_expression':
      return [{ value: null, expands: true }];
    case 'arithmetic_expansion':
      return [arithmetic(node, scope)];
    case 'extglob_pattern':
    case 'regex':
      return [{ value: node.text, glob: true }];
    case '$':
      scope.limit(node, 'It contains a lone dollar sign.', false);
      return [{ value: '$' }];
    default:
      scope.limit(node, `It contains syntax that is not understood (${node.type}).`, true);
      scope.substitution(node);
      return [{ value: null, expands: true }];
  }
}

/** Nodes that touch. The grammar may give `$"x"` as a dollar sign and a string. */
function readAll(nodes: readonly TreeNode[], scope: WordScope): Piece[] {
  return nodes.flatMap((node, index) => {
    if (node.type === '$' && nodes[index + 1]?.type === 'string') return [];
    return node.type === 'string' && nodes[index - 1]?.type === '$' ? translated(node, scope) : readPieces(node, scope);
  });
}

/** `$"text"`: the text, unless a file that variables name has a translation of it. */
function translated(node: TreeNode, scope: WordScope): Piece[] {
  scope.limit(node, 'It contains a text that may be translated.', true);
  return stringPieces(node, scope);
}

function composite(node: TreeNode, scope: WordScope): Piece[] {
  const pieces = readAll(node.children, scope);
  return pieces.length === 0 ? [unquoted(node.text)] : pieces;
}

function unquoted(text: string): Piece {
  const bare = text.replace(/\\./gsu, '_');
  return {
    value: text.replace(/\\(.)/gsu, '$1'),
    glob: /[*?]|\[.*\]/u.test(bare),
    plain: /\\[*?[\]!^-]/u.test(text),
    tilde: text.startsWith('~'),
  };
}

function stringPieces(node: TreeNode, scope: WordScope): Piece[] {
  const pieces: Piece[] = [{ value: '' }];
  let at = node.startIndex + (node.text.startsWith('$') ? 2 : 1);
  const base = node.startIndex;
  const end = node.endIndex - 1;
  const plain = (to: number): void => {
    if (to > at) pieces.push({ value: unescapeDouble(node.text.slice(at - base, to - base)) });
  };
  for (const child of node.namedChildren) {
    if (child.type === 'string_content') continue;
    plain(child.startIndex);
    if (child.type === 'simple_expansion') pieces.push(quoted(variable(child.text.slice(1), scope), child.text === '$@'));
    else if (child.type === 'expansion') pieces.push(quoted(expansion(child, scope), false));
    else if (child.type === 'command_substitution') pieces.push(quoted(commandSubstitution(child, scope), false));
    else pieces.push(...readPieces(child, scope));
    at = child.endIndex;
  }
  plain(end);
  return pieces;
}

function unescapeDouble(text: string): string {
  return text.replace(/\\([$`"\\\n])/gu, (_, char: string) => (char === '\n' ? '' : char));
}

function ansiString(node: TreeNode, scope: WordScope): Piece {
  const body = node.text.slice(2, -1);
  const simple = body.replace(/\\(?:n|t|\\|')/gu, '');
  if (simple.includes('\\')) {
    scope.limit(node, 'It spells text with escape codes.', true);
    return { value: null, expands: true };
  }
  return { value: body.replace(/\\(.)/gsu, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char)) };
}
