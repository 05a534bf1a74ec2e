import type { ResultContent } from '#shared/session/content.ts';

/** The text of a result; images are skipped. */
export function contentText(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
