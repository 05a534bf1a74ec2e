import type { ResultContent } from '#shared/session/content.ts';

/** English prose has about four and a half, code three; taking fewer than there are would be noticed too late. */
const BYTES_PER_TOKEN = 3.5;
/** What the API's own formula gives for the largest image it takes without shrinking it. */
const IMAGE_TOKENS = 1600;

/** A guess, rather too high. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Of a message's content or a tool's result. */
export function contentTokens(content: ResultContent): number {
  if (typeof content === 'string') return estimateTokens(content);
  return content.reduce((sum, block) => {
    if (block.type === 'text') return sum + estimateTokens(block.text);
    return sum + (block.type === 'image' ? IMAGE_TOKENS : estimateTokens(block.tool_name));
  }, 0);
}

/** The longest beginning of `text` that is estimated at no more than `tokens`. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Math.max(0, Math.floor(tokens * BYTES_PER_TOKEN));
  if (Buffer.byteLength(text) <= bytes) return text;
  // A cut character comes out as U+FFFD at the end, or not at all.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '');
}
