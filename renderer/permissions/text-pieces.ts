/** Characters of a piece: small enough that one is laid out within a frame. */
const PIECE = 8000;

export interface TextPiece {
  /** Where it begins in the text. */
  readonly at: number;
  readonly text: string;
  /** It ends in the middle of a line, only to be drawn. */
  readonly cut: boolean;
}

/** A text of any length in pieces that together are the whole of it, cut at the ends of lines where there are some. */
export function textPieces(text: string, size = PIECE): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOf(text, at, size);
    // The line break is what a new block does by itself.
    const breaks = end < text.length && text[end - 1] === '\n';
    pieces.push({ at, text: text.slice(at, breaks ? end - 1 : end), cut: end < text.length && !breaks });
    at = end;
  }
  return pieces;
}

function endOf(text: string, at: number, size: number): number {
  if (text.length - at <= size) return text.length;
  const line = text.lastIndexOf('\n', at + size - 1);
  // Not in a run of empty lines, nor between the halves of a character: both are drawn by what stands around them.
  if (line > at + size / 2 && text[line - 1] !== '\n' && text[line - 1] !== '\r' && text[line + 1] !== '\n') return line + 1;
  const end = at + size;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}
