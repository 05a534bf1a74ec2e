import { mayNameFile } from './known-files.ts';

export interface TextPiece {
  readonly text: string;
  /** A possible file name, such as `src/app.ts:12`. */
  readonly name?: string;
}

/** Further names are ignored: a pasted log has thousands. */
const MAX_NAMES = 40;
const MAX_CHARS = 20_000;

const CANDIDATE = /@"(?<quoted>[^"\n]{1,300})"|@?(?<plain>[^\s"'`“”‘’<>|(){}[\],;·@]+)/gu;
const LINES = /#L(?<first>\d{1,9})(?:-L?\d{1,9})?$/u;

/** Splits a text into possible file names, including “@” mentions, and the text between. The pieces together are the text. */
export function namesInText(text: string): TextPiece[] {
  if (text.length > MAX_CHARS) return [{ text }];
  const pieces: TextPiece[] = [];
  let end = 0;
  let found = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const { quoted, plain = '' } = match.groups ?? {};
    const word = quoted === undefined ? plain.replace(/[.,:!?]+$/u, '') : quoted;
    const name = word.replace(LINES, ':$<first>');
    if (found === MAX_NAMES || !mayNameFile(name)) continue;
    found += 1;
    const drawn = quoted === undefined ? match[0].slice(0, match[0].length - (plain.length - word.length)) : match[0];
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: drawn, name });
    end = match.index + drawn.length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces;
}
