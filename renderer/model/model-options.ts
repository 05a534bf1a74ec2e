import { limitText } from '#shared/model/dollars.ts';
import { contextWindow } from '#shared/model/context-window.ts';
import { KNOWN_MODELS } from '#shared/model/known-models.ts';
import { priceOf } from '#shared/model/prices.ts';
import { tokenCount } from '../conversation/token-count.ts';
import { words } from './words.ts';

export interface ModelOption {
  readonly id: string;
  /** Price and context window, or that they are unknown. */
  readonly detail: string;
  /** Not in any list: used as typed. */
  readonly typed?: true;
}

/** The options for `query`: the session's model and the lists, filtered, and the typed ID if no list has it. */
export function modelOptions(query: string, current: string, served: readonly string[]): ModelOption[] {
  const typed = query.trim();
  const listed = [...new Set([...(current === '' ? [] : [current]), ...served, ...KNOWN_MODELS])];
  const found = listed.filter((id) => id.toLowerCase().includes(typed.toLowerCase())).map((id) => ({ id, detail: aboutModel(id) }));
  if (typed === '' || listed.includes(typed)) return found;
  return [...found, { id: typed, detail: words.asTyped, typed: true }];
}

/** “$4 in, $20 out per million tokens · reads 1M”. */
export function aboutModel(id: string): string {
  const price = priceOf(id);
  if (!price) return words.unknown;
  const { input, output, long } = price;
  const prices = words.price(limitText(input), limitText(output));
  const more = long ? `; ${words.longPrice(tokenCount(long.aboveTokens), limitText(long.input), limitText(long.output))}` : '';
  return `${prices}${more} · ${words.window(tokenCount(contextWindow(id)))}`;
}
