import { byFamily } from './model-family.ts';

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
  return contextWindow(model) >= MILLION ? LARGE_MAX_OUTPUT_TOKENS : DEFAULT_MAX_OUTPUT_TOKENS;
}

/** Pings count as life, so this is long for a server that sends them and short enough to be worth waiting for. */
const DEFAULT_STREAM_IDLE_MS = 180_000;

/** Milliseconds an answer that has begun may be silent: `CLAUDE_STREAM_IDLE_TIMEOUT_MS` where it is a positive whole number. */
export function streamIdleMs(env: NodeJS.ProcessEnv): number {
  const text = env['CLAUDE_STREAM_IDLE_TIMEOUT_MS'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : DEFAULT_STREAM_IDLE_MS;
}

/** Of a model nobody has told us about: what all of Anthropic's have had for years, and few local ones exceed. */
const DEFAULT_CONTEXT_WINDOW = 200_000;
const MILLION = 1_000_000;

/** By family (see `byFamily`). Those of platform.claude.com that have more than the default, November 2026. */
const CONTEXT_WINDOWS: Readonly<Record<string, number>> = {
  'claude-fable-5': MILLION,
  'claude-mythos-5': MILLION,
  'claude-opus-4-6': MILLION,
  'claude-opus-4-7': MILLION,
  'claude-opus-4-8': MILLION,
  'claude-opus-5': MILLION,
  'claude-sonnet-4-6': MILLION,
  'claude-sonnet-5': MILLION,
  'claude-haiku-5': MILLION,
};

/** Tokens that a request and its answer may have together; 200 000 for a model that isn't known. */
export function contextWindow(model: string): number {
  return byFamily(CONTEXT_WINDOWS, model) ?? DEFAULT_CONTEXT_WINDOW;
}
