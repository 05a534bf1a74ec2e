import { createHash } from 'node:crypto';

/** The tag name includes a digest of the text, so the text can't contain its own closing tag. */
export function fence(name: string, attributes: string, text: string): string {
  const tag = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  return `<${tag}${attributes}>\n${text}\n</${tag}>`;
}

/** Folder and branch names may contain line breaks; keeps them on one line. */
export function inline(text: string): string {
  return withoutHiddenText(text).replace(/\p{Cc}/gu, ' ');
}

/**
 * Removes characters that a model reads but a person doesn't see: tag characters, direction overrides and zero-width characters. Keeps
 * joiners in emoji and in scripts that need them.
 */
export function withoutHiddenText(text: string): string {
  return text.replace(
    /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|[\u202A-\u202E\u2060-\u2064\u2066-\u2069\u200B\u200E\u200F\u00AD\uFEFF]/gu,
    '',
  );
}
