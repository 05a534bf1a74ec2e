/** “$1.23”, “$0.42”: the form of costs everywhere. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`;
}

/** “$5”, “$0.50”. */
export function limitText(usd: number): string {
  return Number.isInteger(usd) || usd < 0.01 ? `$${usd}` : `$${usd.toFixed(2)}`;
}

/** The suggested new budget: twice the old budget or the amount spent, whichever is more, rounded to two digits. */
export function raisedBudget(budgetUsd: number, spentUsd: number): number {
  return Number((2 * Math.max(budgetUsd, spentUsd)).toPrecision(2));
}

/** Parses an amount; `undefined` if it isn't one. A comma counts as a decimal point. */
export function amountOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/u, '')
    .replace(',', '.');
  if (!/^\d{1,7}(?:\.\d{1,6})?$/u.test(plain)) return undefined;
  const amount = Number(plain);
  return amount > 0 && amount <= 1_000_000 ? amount : undefined;
}
