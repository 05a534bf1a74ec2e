import { systemReminder } from '#main/tool/own-tags.ts';
import type { ResultContent, UserContent } from '#shared/session/content.ts';
import { contentText } from '#shared/session/content-text.ts';

/** Wraps content in a reminder that the content can't close. */
export function wrapped(head: string, content: ResultContent): UserContent {
  const text = (body: string) => ({
    type: 'text' as const,
    text: systemReminder(`\n${head}\n${body}\n`),
  });
  if (typeof content === 'string') return [text(content)];
  return [text(contentText(content)), ...content.filter((block) => block.type === 'image' || block.type === 'document')];
}
