/** Control, direction and other invisible characters: they could control a terminal, reorder a line, or start another line. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** The same, except those needed in text of several lines: line feeds, tabs, and the joiners that emoji and some scripts need. */
const HIDDEN_IN_TEXT = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text of any origin, safe to print on one line: hidden characters are escaped as `\u{1b}`. */
export function printableLine(text: string): string {
  return text.replaceAll(HIDDEN, escaped);
}

/** Like `printableLine`, for text of several lines. */
export function printableText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(HIDDEN_IN_TEXT, escaped);
}

/** The JSON of a value in which hidden characters are escaped: parses to the same value. */
export function printableJson(value: object): string {
  return escapeInJson(JSON.stringify(value));
}

/** For text that is JSON already. Outside of strings, JSON contains no hidden characters except line breaks, which stay. */
export function escapeInJson(json: string): string {
  return json.replaceAll(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    Array.from({ length: char.length }, (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  );
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
