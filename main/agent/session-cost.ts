import type { SessionEvent } from '#shared/session/event.ts';
import { costUsd, hasPrice } from '#main/model/prices.ts';

/** What a session's requests have cost, each at its own model's price: a fold of the log. The classifier's questions aren't in it. */
export class SessionCost {
  readonly #models = new Map<string, string>();
  #usd = 0;

  /** US dollars. Requests to models without a known price count nothing. */
  get usd(): number {
    return this.#usd;
  }

  apply(event: SessionEvent): void {
    if (event.type === 'request.started') this.#models.set(event.data.requestId, event.data.model);
    if (event.type !== 'request.ended') return;
    const model = this.#models.get(event.data.requestId);
    this.#models.delete(event.data.requestId);
    if (model !== undefined && event.data.usage) this.#usd += costUsd(model, event.data.usage);
  }
}

/** Why no further request may go to `model` under this budget (US dollars), for people; `undefined` when one may. */
export function overBudget(budgetUsd: number, spentUsd: number, model: string): string | undefined {
  if (!hasPrice(model))
    return `The price of the model “${model}” isn’t known, so a budget of $${budgetUsd} can’t be kept. Choose a model with a known price, or set no budget.`;
  if (spentUsd < budgetUsd) return undefined;
  return `The budget of $${budgetUsd} is used up: this session has cost $${spentUsd.toFixed(4)}. Set a higher budget to go on.`;
}
