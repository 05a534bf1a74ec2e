/** Bytes of a description or of instructions that reach the model. */
const MAX_TEXT_BYTES = 2048;

/**
 * A server's own words as a model or a person may read them: no control or invisible characters, which could say one thing to the
 * model and another to whoever looks, and 2 KB at most.
 */
export function plainText(text: string, maxBytes = MAX_TEXT_BYTES): string {
  // Twice the bytes are more characters than can remain; the rest of a huge text is not even looked at.
  const visible = text
    .slice(0, maxBytes * 2)
    .toWellFormed()
    .replace(/\r\n?/gu, '\n')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{E0000}-\u{E0FFF}\u115F\u1160\u3164\uFFA0]|(?![\n\t])\p{Cc}/gu, '');
  if (visible.length === text.length && Buffer.byteLength(visible) <= maxBytes) return visible;
  const mark = '… [cut]';
  return Buffer.byteLength(visible) <= maxBytes ? visible : `${cutBytes(visible, maxBytes - Buffer.byteLength(mark))}${mark}`;
}

/** On one line, for lists and titles. */
export function plainLine(text: string, maxBytes = 200): string {
  return plainText(text, maxBytes).replace(/\s+/gu, ' ').trim();
}

function cutBytes(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\uFFFD+$/u, '');
}
