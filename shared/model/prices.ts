import type { Usage } from '../session/content.ts';
import { modelFamily, type Price } from './models.ts';

/** Cache writes cost 1.25 times the input price, cache reads a tenth of it. */
const CACHE_WRITE = 1.25;
const CACHE_READ = 0.1;

/** US dollars for one search by Anthropic's server, besides its tokens. */
export const WEB_SEARCH_USD = 0.01;

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
  return modelFamily(model).price;
}
