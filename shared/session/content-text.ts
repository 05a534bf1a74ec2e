import type { ResultContent, UserContent } from './content.ts';

/** The text of content, without images and documents. */
export function contentText(content: ResultContent | UserContent, separator = '\n'): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(separator);
}

/** Marks around an error that only the model needs. */
const ERROR_MARKS = /<\/?(?:tool_use_error|error)>/gu;

export function withoutErrorMarks(text: string): string {
  return text.replaceAll(ERROR_MARKS, '');
}
