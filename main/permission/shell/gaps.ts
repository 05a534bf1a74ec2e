import type { Node } from 'web-tree-sitter';

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

/**
 * The first stretch of the source that no node accounts for, other than blanks. The grammar now and then drops a
 * character; the shell never does, so such a line is not understood.
 */
export function uncoveredText(root: Node, source: string): string | undefined {
  let at = 0;
  let found: string | undefined;
  const visit = (node: Node): void => {
    if (found !== undefined) return;
    const children = node.childCount === 0 || TEXT.has(node.type) ? [] : node.children;
    if (children.length > 0) {
      for (const child of children) visit(child);
      return;
    }
    if (node.startIndex > at) check(node.startIndex);
    // A token that is more than its own text has swallowed something: `*<<` for `<<`.
    if (!node.isNamed && node.text.trim() !== node.type.trim()) found = node.text;
    at = Math.max(at, node.endIndex);
  };
  const check = (to: number): void => {
    const gap = source.slice(at, to);
    if (/\S/u.test(gap)) found = gap;
  };
  visit(root);
  if (found === undefined) check(source.length);
  return found;
}

/** Parts of one word that do not touch: the grammar joined what the shell keeps apart. */
export function hasInnerGap(nodes: readonly Node[]): boolean {
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
