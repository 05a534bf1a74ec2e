import { dollars, limitText } from '#shared/model/dollars.ts';
import { priceOf } from '#shared/model/prices.ts';

/** Why a budget (US dollars) allows no further request to `model`, as a message for the user; `undefined` when it does. */
export function overBudget(budgetUsd: number, spentUsd: number, model: string): string | undefined {
  if (!priceOf(model))
    return `The price of the model “${model}” isn’t known, so a budget of ${limitText(budgetUsd)} can’t be kept. Choose a model with a known price, or set no budget.`;
  if (spentUsd < budgetUsd) return undefined;
  return `The budget of ${limitText(budgetUsd)} is used up: this session has cost ${dollars(spentUsd)}. Set a higher budget to go on.`;
}
