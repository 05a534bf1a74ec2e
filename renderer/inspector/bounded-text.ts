/** How much of a text is drawn at first, and how much more each time it is asked for. Characters. */
export const TEXT_STEP = 20_000;

export interface BoundedText {
  readonly text: string;
  /** Characters that are not drawn yet. */
  readonly left: number;
}

/** The beginning of a long text, cut at the end of a line where there is one near. */
export function boundedText(text: string, limit: number): BoundedText {
  if (text.length <= limit) return { text, left: 0 };
  const lineEnd = text.lastIndexOf('\n', limit);
  const cut = lineEnd > limit - 2000 ? lineEnd + 1 : limit;
  return { text: text.slice(0, cut), left: text.length - cut };
}
