/** Size of a piece in characters: small enough to lay out within a frame. */
const PIECE = 8000;

export interface TextPiece {
  /** Its start in the text. */
  readonly at: number;
  readonly text: string;
  /** Cut within a line, only for rendering. */
  readonly cut: boolean;
}

/** Splits a text into pieces that together are the whole of it, at line ends where possible. */
export function textPieces(text: string, size = PIECE): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOf(text, at, size);
    // A new block already breaks the line.
    const breaks = end < text.length && text[end - 1] === '\n';
    pieces.push({ at, text: text.slice(at, breaks ? end - 1 : end), cut: end < text.length && !breaks });
    at = end;
  }
  return pieces;
}

function endOf(text: string, at: number, size: number): number {
  if (text.length - at <= size) return text.length;
  const line = text.lastIndexOf('\n', at + size - 1);
  // Not between blank lines, nor inside a surrogate pair or CRLF: they render only together.
  if (line > at + size / 2 && text[line - 1] !== '\n' && text[line - 1] !== '\r' && text[line + 1] !== '\n') return line + 1;
  const end = at + size;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}
