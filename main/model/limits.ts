/** Used where neither the user nor `ANTHROPIC_MODEL` names one. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Tokens one answer may have. */
const DEFAULT_MAX_OUTPUT_TOKENS = 32_000;

/** `CLAUDE_CODE_MAX_OUTPUT_TOKENS` where it is a positive whole number. */
export function maxOutputTokens(env: NodeJS.ProcessEnv): number {
  const text = env['CLAUDE_CODE_MAX_OUTPUT_TOKENS'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : DEFAULT_MAX_OUTPUT_TOKENS;
}

/** Pings count as life, so this is long for a server that sends them and short enough to be worth waiting for. */
const DEFAULT_STREAM_IDLE_MS = 180_000;

/** Milliseconds an answer that has begun may be silent: `CLAUDE_STREAM_IDLE_TIMEOUT_MS` where it is a positive whole number. */
export function streamIdleMs(env: NodeJS.ProcessEnv): number {
  const text = env['CLAUDE_STREAM_IDLE_TIMEOUT_MS'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : DEFAULT_STREAM_IDLE_MS;
}
