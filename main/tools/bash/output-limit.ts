const DEFAULT_CHARS = 30_000;
const MOST_CHARS = 150_000;

/** Characters of output the model reads whole: `BASH_MAX_OUTPUT_LENGTH` where it is a positive whole number, up to a limit. */
export function outputLimit(env: Readonly<Record<string, string | undefined>>): number {
  const chars = Number(env['BASH_MAX_OUTPUT_LENGTH']);
  return Number.isSafeInteger(chars) && chars > 0 ? Math.min(chars, MOST_CHARS) : DEFAULT_CHARS;
}
