import { contextWindow } from '#shared/model/context-window.ts';

/** Used where neither the user nor `ANTHROPIC_MODEL` names one. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Tokens one answer may have, thoughts included. */
const DEFAULT_MAX_OUTPUT_TOKENS = 32_000;
/** Of a model that reads a million tokens; they all may answer with as many as this, and think for a part of it. */
const LARGE_MAX_OUTPUT_TOKENS = 64_000;

/** `CLAUDE_CODE_MAX_OUTPUT_TOKENS` where it is a positive whole number. */
export function maxOutputTokens(model: string, env: NodeJS.ProcessEnv): number {
  const text = env['CLAUDE_CODE_MAX_OUTPUT_TOKENS'] ?? '';
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  return contextWindow(model) >= 1_000_000 ? LARGE_MAX_OUTPUT_TOKENS : DEFAULT_MAX_OUTPUT_TOKENS;
}

/** Pings count as life, so this is long for a server that sends them and short enough to be worth waiting for. */
const DEFAULT_STREAM_IDLE_MS = 180_000;

/** Milliseconds an answer that has begun may be silent: `CLAUDE_STREAM_IDLE_TIMEOUT_MS` where it is a positive whole number. */
export function streamIdleMs(env: NodeJS.ProcessEnv): number {
  const text = env['CLAUDE_STREAM_IDLE_TIMEOUT_MS'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : DEFAULT_STREAM_IDLE_MS;
}
