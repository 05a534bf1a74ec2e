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
