/** Characters of a preview, its own words and the path included. */
const MAX_PREVIEW_CHARS = 10_000;
/** Characters of the beginning, and as many of the end, that it keeps; less when the path is very long. */
const PREVIEW_CHARS = 4500;
const FRAME_CHARS = 300;

export interface PreviewedText {
  /** All of it, or a beginning and an end that are longer than what is shown of them. */
  readonly text: string;
  /** Of all of it. */
  readonly bytes: number;
  /** Of all of it; `undefined`: nobody counted them. */
  readonly chars: number | undefined;
}

export interface PreviewOptions {
  /** A sentence that says where the whole is, or why it is nowhere. */
  readonly where: string;
  /** Characters of the beginning and of the end, unless there is less room. */
  readonly wanted?: number;
  /** Characters that stand beside it in the same result. */
  readonly reservedChars?: number;
}

/** What the model reads of a result that is too large for it: beginning and end, how much there is and where (SPEC B1). */
export function previewOf(
  { text, bytes, chars }: PreviewedText,
  { where, wanted = PREVIEW_CHARS, reservedChars = 0 }: PreviewOptions,
): string {
  const location = where.slice(0, MAX_PREVIEW_CHARS / 2);
  const availableChars = Math.floor((MAX_PREVIEW_CHARS - FRAME_CHARS - location.length - reservedChars) / 2);
  const shown = Math.max(0, Math.min(wanted, availableChars));
  const size = `${(bytes / 1024).toFixed(1)}KB${chars === undefined ? '' : `, ${chars} characters`}`;
  return [
    '<persisted-output>',
    `Output too large (${size}). ${location}`,
    '',
    ...(text.length <= 2 * shown
      ? [text]
      : [
          `Preview (first ${shown} characters):`,
          text.slice(0, shown).toWellFormed(),
          '',
          chars === undefined ? '... [the middle is left out] ...' : `... [${chars - 2 * shown} characters left out] ...`,
          '',
          `Preview (last ${shown} characters):`,
          text.slice(text.length - shown).toWellFormed(),
        ]),
    '</persisted-output>',
  ].join('\n');
}
