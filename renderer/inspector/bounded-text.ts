/** How much of a text is shown at first, and added by “Show more”. Characters. */
export const TEXT_STEP = 20_000;

export interface BoundedText {
  readonly text: string;
  /** Characters not shown yet. */
  readonly left: number;
}

/** The start of a long text, cut at a line end if one is near. */
export function boundedText(text: string, limit: number): BoundedText {
  if (text.length <= limit) return { text, left: 0 };
  const lineEnd = text.lastIndexOf('\n', limit);
  const cut = lineEnd > limit - 2000 ? lineEnd + 1 : limit;
  return { text: text.slice(0, cut), left: text.length - cut };
}
