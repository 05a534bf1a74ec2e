const MAX_CHARS = 8000;
/** Marks around an error that only the model needs. */
const MARKS = /<\/?(?:tool_use_error|error)>/gu;

/** The last lines of a result, without empty ones at its ends. `left`: how many lines come before. */
export function lastLines(text: string, count: number): { readonly text: string; readonly left: number } {
  const lines = text.replaceAll(MARKS, '').trimEnd().replace(/^\n+/u, '').split('\n');
  const shown = lines
    .slice(-count)
    .join('\n')
    .slice(-MAX_CHARS)
    .replace(/^\s*\n/u, '');
  return { text: shown.trim() === '' ? '' : shown, left: Math.max(0, lines.length - count) };
}
