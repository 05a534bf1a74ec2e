import { readVariable } from '#main/environment.ts';
import { modelFamily } from '#shared/model/models.ts';

/** `CLAUDE_CODE_MAX_OUTPUT_TOKENS` if it is a positive integer, else the default of the model. */
export function maxOutputTokens(model: string, env: NodeJS.ProcessEnv): number {
  return readVariable(env, 'CLAUDE_CODE_MAX_OUTPUT_TOKENS') ?? modelFamily(model).output;
}

const MAX_ANSWER_CHARS = 64_000_000;
/** Upper bound on the average token length of any tokenizer, runs of spaces included. */
const CHARS_PER_TOKEN = 128;

/** Maximum length of an answer of `maxTokens` tokens, in characters; a longer one doesn't come from a model. */
export function maxAnswerChars(maxTokens: number): number {
  return Math.min(1_000_000 + maxTokens * CHARS_PER_TOKEN, MAX_ANSWER_CHARS);
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** A token may be sent in an event of its own. */
const BYTES_PER_TOKEN = 512;

/** Maximum body size of such an answer in bytes, including pings and search-result images. */
export function maxAnswerBytes(maxTokens: number): number {
  return Math.min(16 * 1024 * 1024 + maxTokens * BYTES_PER_TOKEN, MAX_ANSWER_BYTES);
}

/** Milliseconds a started answer may be silent. Pings reset the timer, so the default is short enough to wait for. */
export function streamIdleMs(env: NodeJS.ProcessEnv): number {
  return readVariable(env, 'CLAUDE_STREAM_IDLE_TIMEOUT_MS');
}

/** Total milliseconds a started answer may take. A local model may need more than an hour for the longest. */
export function streamTotalMs(env: NodeJS.ProcessEnv): number {
  return readVariable(env, 'CLAUDE_STREAM_TOTAL_TIMEOUT_MS');
}
