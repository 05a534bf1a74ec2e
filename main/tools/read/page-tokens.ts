const DEFAULT_TOKENS = 25_000;

/** A token counts as this many characters. */
export const CHARS_PER_TOKEN = 4;

/** Tokens of text that one Read may give: `CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS` where it is a positive whole number. */
export function pageTokens(env: Readonly<Record<string, string | undefined>>): number {
  const tokens = Number(env['CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS']);
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : DEFAULT_TOKENS;
}
