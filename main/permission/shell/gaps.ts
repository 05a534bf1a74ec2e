import type { TreeNode } from './tree-node.ts';

/** Kinds whose inside is text, not syntax. */
const TEXT = new Set([
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'heredoc_body',
  'comment',
  'regex',
  'expansion',
  'arithmetic_expansion',
]);

/** Kinds that lie on one line, but for what their words hold: to the shell a line break ends them. */
const ON_ONE_LINE = new Set([
  'command',
  'command_name',
  'concatenation',
  'file_redirect',
  'herestring_redirect',
  'variable_assignment',
  'variable_assignments',
  'declaration_command',
  'unset_command',
  'redirected_statement',
]);

/**
 * The first stretch of the source that no node accounts for, other than blanks, and line breaks where one may stand. The grammar now and
 * then drops a character; the shell never does, so such a line is not understood.
 */
export function uncoveredText(root: TreeNode, source: string): string | undefined {
  let at = 0;
  let found: string | undefined;
  const visit = (node: TreeNode): void => {
    if (found !== undefined) return;
    const children = node.children.length === 0 || TEXT.has(node.type) ? [] : node.children;
    if (children.length > 0) {
      for (const child of children) {
        if (child.startIndex > at) check(child.startIndex, node, child);
        at = Math.max(at, child.startIndex);
        visit(child);
      }
      return;
    }
    // A token that is more than its own text has swallowed something: `*<<` for `<<`.
    if (!node.isNamed && node.text.trim() !== node.type.trim()) found = node.text;
    at = Math.max(at, node.endIndex);
  };
  const check = (to: number, around: TreeNode, next?: TreeNode): void => {
    const gap = source.slice(at, to);
    // `droppedDashes` gives it back to the command.
    if (gap.trim() === '-' && around.type === 'redirected_statement' && next?.type.endsWith('_redirect') === true) return;
    if (ON_ONE_LINE.has(around.type) ? /[^ \t]/u.test(gap) : /[^ \t\n]/u.test(gap)) found ??= gap;
  };
  visit(root);
  check(source.length, root);
  return found;
}

/** Parts of one word that do not touch: the grammar joined what the shell keeps apart. */
export function hasInnerGap(nodes: readonly TreeNode[]): boolean {
  let end = nodes[0]?.startIndex ?? 0;
  for (const node of nodes) {
    if (node.startIndex !== end) return true;
    end = node.endIndex;
    if (node.type === 'concatenation' || node.type === 'command_name') {
      const inner = node.children;
      if (inner.length > 0 && (hasInnerGap(inner) || inner[0]?.startIndex !== node.startIndex || inner.at(-1)?.endIndex !== node.endIndex))
        return true;
    } else if (node.type === 'word' && /(?<!\\)(?:\\\\)*[ \t\n]/u.test(node.text)) return true;
  }
  return false;
}
