/** “$1.23”, below a dollar with four places. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.0001 ? '<$0.0001' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** For a glance: “$0.42”. */
export function roughDollars(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`;
}

/** “$5”, “$0.50”. */
export function limitText(usd: number): string {
  return Number.isInteger(usd) || usd < 0.01 ? `$${usd}` : `$${usd.toFixed(2)}`;
}

/** A budget that lets one go on: twice what there was or was spent, whichever is more, in two digits. */
export function raisedBudget(budgetUsd: number, spentUsd: number): number {
  return Number((2 * Math.max(budgetUsd, spentUsd)).toPrecision(2));
}

/** `undefined` for what is no amount. A comma counts as a point. */
export function amountOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/u, '')
    .replace(',', '.');
  if (!/^\d{1,7}(?:\.\d{1,6})?$/u.test(plain)) return undefined;
  const amount = Number(plain);
  return amount > 0 && amount <= 1_000_000 ? amount : undefined;
}
