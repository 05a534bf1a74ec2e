/** Limit in bytes on a description or instructions for the model. */
const MAX_TEXT_BYTES = 2048;

/**
 * Text of a server for a model or a person: without control and invisible characters, which a model reads and a person doesn't see, and
 * at most 2 KB.
 */
export function plainText(text: string, maxBytes = MAX_TEXT_BYTES): string {
  // No more than this can remain, so the rest of a huge text isn't processed.
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
