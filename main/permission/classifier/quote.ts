/** Everything that could start a tag, end a line or be invisible: brackets, control and format characters, line separators, lone surrogates. */
const UNSAFE = /[<>]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/**
 * One line of JSON that no text inside can break out of: quotes, line breaks, brackets and invisible characters are escaped. The system
 * prompt says that the content of these strings is data.
 */
export function quoteLine(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** A model's free text, cleaned for display on one line. */
export function oneLine(text: string, maxChars: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  const points = [...plain];
  return points.length <= maxChars ? plain : `${points.slice(0, maxChars - 1).join('')}…`;
}
