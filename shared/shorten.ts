/** At most `max` characters; a longer text ends with an ellipsis. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** The first line that isn't empty, without the space around it. */
export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trimEnd() ?? '';
}
