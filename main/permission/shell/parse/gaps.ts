import type { TreeNode } from './tree-node.ts';

/** Node kinds that contain text rather than syntax. */
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

/** Node kinds on a single line, apart from the content of their words: a line break ends them in the shell. */
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
 * The first text of the source that no node covers, other than blanks and permitted line breaks. The grammar sometimes drops a character;
 * the shell never does, so such a line counts as not understood.
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
    // A token longer than its own text has absorbed other characters: `*<<` for `<<`.
    if (!node.isNamed && node.text.trim() !== node.type.trim()) found = node.text;
    at = Math.max(at, node.endIndex);
  };
  const check = (to: number, around: TreeNode, next?: TreeNode): void => {
    const gap = source.slice(at, to);
    // `droppedDashes` adds it to the command again.
    if (gap.trim() === '-' && around.type === 'redirected_statement' && next?.type.endsWith('_redirect') === true) return;
    if (ON_ONE_LINE.has(around.type) ? /[^ \t]/u.test(gap) : /[^ \t\n]/u.test(gap)) found ??= gap;
  };
  visit(root);
  check(source.length, root);
  return found;
}

/** Parts of one word that do not touch: the grammar joined what the shell treats as separate words. */
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
