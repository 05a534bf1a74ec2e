import { words } from '../words.ts';

/**
 * Shortens paths inside the project folder to relative ones; the folder itself becomes "the project folder". For display only: the full
 * text is in the title.
 */
export function shortenPaths(text: string, projectDir: string): string {
  if (projectDir.length < 2) return text;
  let shortened = '';
  let from = 0;
  for (let at = text.indexOf(projectDir); at >= 0; at = text.indexOf(projectDir, from)) {
    const end = at + projectDir.length;
    const separator = text[end];
    shortened += text.slice(from, at);
    // Only a complete path: not a part of a longer one.
    if (!startsPath(text, at)) shortened += projectDir;
    else if ((separator === '/' || separator === '\\') && isName(text[end + 1])) {
      from = end + 1;
      continue;
    } else shortened += separator === undefined || separator === ' ' ? words.projectFolder : projectDir;
    from = end;
  }
  return shortened + text.slice(from);
}

function startsPath(text: string, at: number): boolean {
  return at === 0 || /[\s("'“‘]/u.test(text[at - 1] ?? '');
}

/** Not a second separator, which would leave what looks like an absolute path. */
function isName(character: string | undefined): boolean {
  return character !== undefined && !/[\s/\\~]/u.test(character);
}

/** Size of a piece in characters: small enough to lay out within a frame. */
const PIECE = 8000;

interface TextPiece {
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
