/** A text field of input that may still be streaming in or be malformed: the text, or empty. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** One line of at most `limit` characters, for summaries. */
export function oneLine(text: string, limit = 200): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

/** Made once, and not at start: that takes longer than all it formats. */
let numbers: Intl.NumberFormat | undefined;

/** "1 line", "1,204 lines". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  numbers ??= new Intl.NumberFormat('en-US');
  return `${numbers.format(count)} ${count === 1 ? singular : plural}`;
}
