/** At most `max` characters; a longer text ends with an ellipsis. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** What stands last in a shortened line, in characters: in a command often the file it writes. */
const END = 60;

/** At most `max` characters; a longer text has an ellipsis before its end. */
export function shortenInside(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.min(END, Math.floor(max / 2));
  return `${text.slice(0, max - end - 1).toWellFormed()}…${text.slice(-end).toWellFormed()}`;
}

/** The first line that isn't empty, without the space around it. */
export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trimEnd() ?? '';
}
