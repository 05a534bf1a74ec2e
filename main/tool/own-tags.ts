import type { ResultContent } from '#shared/session/content.ts';

/**
 * Elements in which Gatehouse, or a program like it, speaks to the model. Text from files, commands, servers and the web must not be able to
 * imitate one.
 */
const NAMES =
  'system-reminder task-notification tool-use-error agent-message teammate-message user-message persisted-output local-command-caveat local-command-stdout local-command-stderr command-name command-message command-args bash-input bash-stdout bash-stderr user-prompt-submit-hook'.split(
    ' ',
  );

/** Characters that a reader doesn't see or ignores, before the name. */
const IGNORED = String.raw`[\s\p{Cf}]{0,8}`;
const names = (more: readonly string[]): string => [...NAMES, ...more].map((name) => name.replaceAll('-', '[-_ ]')).join('|');
const start = (more: readonly string[]): RegExp => new RegExp(`<(?=${IGNORED}/?${IGNORED}(?:${names(more)})(?![\\w-]))`, 'giu');

const OWN = start([]);
const ESCAPED = new RegExp(OWN.source.replace('<', '&lt;'), 'giu');

/** Escapes the start of such elements, and of others that surround the text. */
export function withoutOwnTags(text: string, surrounding: readonly string[] = []): string {
  // Fast path: most text has none.
  if (!text.includes('<')) return text;
  return text.replaceAll(surrounding.length === 0 ? OWN : start(surrounding), '&lt;');
}

/** The same for the texts of a result. */
export function withoutTagsInBlocks(content: ResultContent): ResultContent {
  if (typeof content === 'string') return withoutOwnTags(content);
  return content.map((block) => (block.type === 'text' ? { ...block, text: withoutOwnTags(block.text) } : block));
}

/** The text before it was escaped. */
export function withOwnTags(text: string): string {
  return text.includes('&lt;') ? text.replaceAll(ESCAPED, '<') : text;
}

/** A message of Gatehouse to the model around text that can't close it. */
export function systemReminder(text: string): string {
  return `<system-reminder>${withoutOwnTags(text)}</system-reminder>`;
}
