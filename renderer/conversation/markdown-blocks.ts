const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What lists, indented code and quotes are continued by, also behind a blank line. */
const CONTINUES = /^(?:\s|[-*+] |\d{1,9}[.)] |>)/;
/** Definitions count for the whole text, wherever they stand. */
const DEFINES = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Cuts Markdown at blank lines where nothing can reach across, so that a text that grows is parsed at its end only. Put together again
 * the parts are the text.
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

/** The code of a part that is nothing but a block whose end hasn't come: it needs no parser, however long it grows. */
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
