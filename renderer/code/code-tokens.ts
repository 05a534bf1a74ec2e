/** A part of a code text with one colour. */
export interface CodeToken {
  readonly from: number;
  readonly to: number;
  readonly kind: TokenKind;
}

export const TOKEN_KINDS = ['keyword', 'string', 'number', 'comment', 'function', 'type', 'property', 'quiet'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const NO_TOKENS: readonly CodeToken[] = [];

/** Longer texts are shown without colours. Characters. */
export const MAX_COLOURED = 60_000;

/** The tokens in `[from, to)`, moved to start at 0. */
export function tokensWithin(tokens: readonly CodeToken[], from: number, to: number): readonly CodeToken[] {
  const within: CodeToken[] = [];
  for (let index = firstEndingAfter(tokens, from); index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.from >= to) break;
    within.push({ kind: token.kind, from: Math.max(0, token.from - from), to: Math.min(to, token.to) - from });
  }
  return within;
}

function firstEndingAfter(tokens: readonly CodeToken[], from: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}
