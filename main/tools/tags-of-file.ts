import { withOwnTags, withoutOwnTags } from '#main/tool/own-tags.ts';

/**
 * New content with tags as the file before has them. What the model read of it was escaped (`own-tags.ts`), so writing that back would change
 * lines that it meant to keep.
 */
export function withTagsOfFile(content: string, before: string): string {
  const plain = withOwnTags(content);
  if (plain === content || withoutOwnTags(before) === before) return content;
  if (withOwnTags(before) === before) return plain;
  // The file has both spellings, which the model can't tell apart.
  const kept = new Set(before.split('\n'));
  const asBefore = (line: string): string => (!kept.has(line) && kept.has(withOwnTags(line)) ? withOwnTags(line) : line);
  return content
    .split('\n')
    .map((line) => asBefore(line))
    .join('\n');
}
