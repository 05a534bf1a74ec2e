import type { TreeNode } from './tree-node.ts';

/** Tokens that separate or group statements and have no other meaning. */
export const GLUE = new Set([
  ';',
  '\n',
  '&&',
  '||',
  '|',
  '|&',
  '!',
  'if',
  'then',
  'fi',
  'elif',
  'else',
  'while',
  'until',
  'do',
  'done',
  'for',
  'in',
  'comment',
]);

/** Statements that are fully analysed but too uncommon for a prefix rule: only a rule for the whole tool covers them. */
export const SEEN_THROUGH: ReadonlyMap<string, string> = new Map([
  ['subshell', 'It runs in a subshell.'],
  ['compound_statement', 'It runs in a group.'],
  ['case_statement', 'It contains a case statement.'],
  ['case_item', 'It contains a case statement.'],
]);

/** Node kinds that are visited as statements. */
export const STATEMENTS = new Set([
  'program',
  'list',
  'pipeline',
  'negated_command',
  'redirected_statement',
  'command',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'do_group',
  'for_statement',
  'c_style_for_statement',
  'test_command',
  'variable_assignment',
  'variable_assignments',
  'declaration_command',
  'unset_command',
  'function_definition',
  'subshell',
  'compound_statement',
  'case_statement',
  'case_item',
  'ERROR',
]);

/** Statements that consist of one simple command: redirections on them are their own. */
export const SIMPLE_STATEMENTS = new Set([
  'command',
  'test_command',
  'variable_assignment',
  'variable_assignments',
  'declaration_command',
  'unset_command',
]);

/** The command that redirections after a statement belong to: the last one of a list or pipeline, otherwise the statement itself. */
export function lastStatement(node: TreeNode): TreeNode {
  if (node.type !== 'list' && node.type !== 'pipeline' && node.type !== 'negated_command') return node;
  const last = node.namedChildren.findLast((child) => STATEMENTS.has(child.type));
  return last === undefined ? node : lastStatement(last);
}

/** A statement of a list, with the operator before it. */
export interface ListItem {
  readonly operator: string;
  readonly node: TreeNode;
}

/** The statements of a list. The grammar nests lists to the left. */
export function listItems(node: TreeNode): ListItem[] {
  const items: ListItem[] = [];
  let operator = '';
  for (const child of node.children) {
    if (child.type === 'comment') continue;
    if (!child.isNamed) operator = child.type;
    else if (items.length === 0 && child.type === 'list') items.push(...listItems(child));
    else items.push({ operator, node: child });
  }
  return items;
}

/** The first statement of a list. */
export function firstOfList(node: TreeNode): TreeNode {
  const first = node.type === 'list' ? node.namedChildren.find((child) => STATEMENTS.has(child.type)) : undefined;
  return first === undefined ? node : firstOfList(first);
}

/** The last statement of a list, also when the grammar attaches redirections to the whole list; undefined for anything else. */
export function lastOfList(node: TreeNode): TreeNode | undefined {
  if (node.type === 'redirected_statement') {
    const body = node.childForFieldName('body');
    return body === null ? undefined : lastOfList(body);
  }
  if (node.type !== 'list') return undefined;
  const last = node.namedChildren.findLast((child) => STATEMENTS.has(child.type));
  return last === undefined ? undefined : (lastOfList(last) ?? last);
}

/** More of its list, or of its pipeline, stands behind the mark of a here-document. */
export function goesOnBehindDocument(node: TreeNode): boolean {
  return node.namedChildren.some(
    ({ type, namedChildren }) => type === 'heredoc_redirect' && namedChildren.some((child) => STATEMENTS.has(child.type)),
  );
}

/** Node kinds that are words or parts of words. */
export const WORDS = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'brace_expression',
  'arithmetic_expansion',
  'extglob_pattern',
  'regex',
]);

/** Parts of a statement that contain no command: the name of a function, the subject of a case. */
export function isInertPart(parent: TreeNode, child: TreeNode): boolean {
  if (parent.type === 'function_definition') return child.type === 'word';
  if (parent.type === 'case_statement' || parent.type === 'case_item')
    return WORDS.has(child.type) && child.type !== 'command_substitution';
  return false;
}

/** Groups adjacent nodes: the shell treats each group as one word. */
export function touching(nodes: readonly TreeNode[]): TreeNode[][] {
  const groups: TreeNode[][] = [];
  let end = -1;
  for (const node of nodes) {
    const last = groups.at(-1);
    if (last !== undefined && node.startIndex === end) last.push(node);
    else groups.push([node]);
    end = node.endIndex;
  }
  return groups;
}
