import { contextWindow } from '#shared/model/context-window.ts';

/** Used where neither the user nor `ANTHROPIC_MODEL` names one. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Tokens one answer may have, thoughts included. */
const DEFAULT_MAX_OUTPUT_TOKENS = 32_000;
/** Of a model that reads a million tokens; they all may answer with as many as this, and think for a part of it. */
const LARGE_MAX_OUTPUT_TOKENS = 64_000;

/** `CLAUDE_CODE_MAX_OUTPUT_TOKENS` where it is a positive whole number. */
export function maxOutputTokens(model: string, env: NodeJS.ProcessEnv): number {
  const most = contextWindow(model) >= 1_000_000 ? LARGE_MAX_OUTPUT_TOKENS : DEFAULT_MAX_OUTPUT_TOKENS;
  return positive(env['CLAUDE_CODE_MAX_OUTPUT_TOKENS']) ?? most;
}

const MAX_ANSWER_CHARS = 64_000_000;
/** No tokenizer has tokens that are longer on the whole, runs of spaces included. */
const CHARS_PER_TOKEN = 128;

/** Characters an answer of so many tokens may have, with what stands around them: what is longer doesn't come from a model. */
export function maxAnswerChars(maxTokens: number): number {
  return Math.min(1_000_000 + maxTokens * CHARS_PER_TOKEN, MAX_ANSWER_CHARS);
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** A token that comes alone has an event around it. */
const BYTES_PER_TOKEN = 512;

/** Bytes the body of such an answer may have, with signs of life and pictures of what was found. */
export function maxAnswerBytes(maxTokens: number): number {
  return Math.min(16 * 1024 * 1024 + maxTokens * BYTES_PER_TOKEN, MAX_ANSWER_BYTES);
}

/** Pings count as life, so this is long for a server that sends them and short enough to be worth waiting for. */
const DEFAULT_STREAM_IDLE_MS = 180_000;

/** Milliseconds an answer that has begun may be silent: `CLAUDE_STREAM_IDLE_TIMEOUT_MS` where it is a positive whole number. */
export function streamIdleMs(env: NodeJS.ProcessEnv): number {
  return positive(env['CLAUDE_STREAM_IDLE_TIMEOUT_MS']) ?? DEFAULT_STREAM_IDLE_MS;
}

/** A model on one's own machine may need more than an hour for the longest answer. */
const DEFAULT_STREAM_TOTAL_MS = 2 * 60 * 60_000;

/** Milliseconds an answer that has begun may take in all: `CLAUDE_STREAM_TOTAL_TIMEOUT_MS` where it is a positive whole number. */
export function streamTotalMs(env: NodeJS.ProcessEnv): number {
  return positive(env['CLAUDE_STREAM_TOTAL_TIMEOUT_MS']) ?? DEFAULT_STREAM_TOTAL_MS;
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
