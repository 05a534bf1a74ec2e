import type { ResultContent, UserContent } from './content.ts';

/** The text of content, without images and documents. */
export function contentText(content: ResultContent | UserContent, separator = '\n'): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(separator);
}
