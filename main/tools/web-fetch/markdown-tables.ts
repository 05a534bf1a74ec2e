import type TurndownService from 'turndown';

/** The used part of a node's interface. */
export interface PageNode {
  readonly nodeName: string;
  readonly childNodes: { readonly length: number };
  readonly previousSibling: PageNode | null;
  readonly parentNode: PageNode | null;
}

/** Converts tables to those of GitHub's Markdown. The first row becomes the heading, which that format requires. */
export function addTables(service: TurndownService): void {
  service.addRule('cell', { filter: ['th', 'td'], replacement: (content) => ` ${inCell(content)} |` });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node: PageNode) => `\n|${content}${isFirstRow(node) ? `\n|${' --- |'.repeat(node.childNodes.length)}` : ''}`,
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
}

function inCell(content: string): string {
  return content.trim().replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|');
}

function isFirstRow(row: PageNode): boolean {
  if (row.previousSibling) return false;
  const parent = row.parentNode;
  return parent?.nodeName === 'TABLE' || parent?.nodeName === 'THEAD' || !parent?.previousSibling;
}
