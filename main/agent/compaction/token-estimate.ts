import type { ResultContent } from '#shared/session/content.ts';

/** English prose has about 4.5 bytes per token, code 3. An underestimate would be noticed too late. */
const BYTES_PER_TOKEN = 3.5;
/** The API's formula for the largest image it accepts without downscaling. */
const IMAGE_TOKENS = 1600;

/** An estimate that errs on the high side. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Tokens of a message's content or a tool's result. */
export function contentTokens(content: ResultContent): number {
  if (typeof content === 'string') return estimateTokens(content);
  return content.reduce((sum, block) => {
    if (block.type === 'text') return sum + estimateTokens(block.text);
    return sum + (block.type === 'image' ? IMAGE_TOKENS : estimateTokens(block.tool_name));
  }, 0);
}

/** The longest prefix of `text` that is estimated at no more than `tokens`. */
export function cutToTokens(text: string, tokens: number): string {
  const bytes = Math.max(0, Math.floor(tokens * BYTES_PER_TOKEN));
  if (Buffer.byteLength(text) <= bytes) return text;
  // A split character decodes to U+FFFD at the end, or to nothing.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '');
}
