const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What may continue a list, indented code or a quote after a blank line. */
const CONTINUES = /^(?:\s|[-*+] |\d{1,9}[.)] |>)/;
/** Link definitions apply to the whole text. */
const DEFINES = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits Markdown at blank lines where no construct continues, so that a growing text is parsed only at its end. The parts joined are the
 * text.
 */
export function markdownParts(text: string): string[] {
  if (DEFINES.test(text)) return [text];
  const lines = text.split('\n');
  const parts: string[] = [];
  let part: string[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && closes(mark, fence, line)) fence = undefined;
    part.push(line);
    const next = lines[index + 1];
    if (fence !== undefined || line.trim() !== '' || next === undefined || next.trim() === '' || CONTINUES.test(next)) continue;
    parts.push(part.join('\n'));
    part = [];
  }
  if (part.length > 0) parts.push(part.join('\n'));
  return parts;
}

/** The code of an unclosed code block: needs no parser, however long it grows. */
export function openCode(part: string): string | undefined {
  const opening = /^ {0,3}(`{3,}|~{3,})[^\n`]*\n/.exec(part);
  const fence = opening?.[1];
  if (!opening || fence === undefined) return undefined;
  const body = part.slice(opening[0].length);
  const isClosed = body.split('\n').some((line) => {
    const mark = FENCE.exec(line)?.[1];
    return mark !== undefined && closes(mark, fence, line);
  });
  return isClosed ? undefined : body;
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}
