import type { Usage } from '../session/content.ts';
import { byFamily } from './model-family.ts';

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Prices for requests with a longer prompt. */
  readonly long?: { readonly aboveTokens: number; readonly input: number; readonly output: number };
}

/** By model name prefix; the longest match wins. List prices of platform.claude.com, November 2026. */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5': { input: 10, output: 50 },
  'claude-fable-5-2': { input: 8, output: 40 },
  'claude-opus-4': { input: 5, output: 25 },
  'claude-opus-4-0': { input: 15, output: 75 },
  'claude-opus-4-1': { input: 15, output: 75 },
  'claude-opus-4-20250514': { input: 15, output: 75 },
  'claude-opus-5': { input: 5, output: 25 },
  'claude-opus-5-5': { input: 4, output: 20 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-sonnet-5': { input: 2, output: 10 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-haiku-5-5': { input: 0.1, output: 0.5, long: { aboveTokens: 100_000, input: 0.5, output: 2.5 } },
};

/** Cache writes cost 1.25 times the input price, cache reads a tenth of it. */
const CACHE_WRITE = 1.25;
const CACHE_READ = 0.1;

/** US dollars; `undefined` for a model without a known price (local servers). */
export function costUsd(model: string, usage: Usage): number | undefined {
  const listed = priceOf(model);
  if (!listed) return undefined;
  const prompt = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  const price = listed.long && prompt > listed.long.aboveTokens ? listed.long : listed;
  const input = usage.input_tokens + usage.cache_creation_input_tokens * CACHE_WRITE + usage.cache_read_input_tokens * CACHE_READ;
  return (input * price.input + usage.output_tokens * price.output) / 1_000_000;
}

/** A model's list price; `undefined` if unknown. */
export function priceOf(model: string): Price | undefined {
  return byFamily(PRICES, model);
}
