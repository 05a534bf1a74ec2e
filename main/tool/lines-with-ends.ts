/** The lines of a text including their line ends, so that a missing one at the end of the text counts as a difference. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}
