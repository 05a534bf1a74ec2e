/** Formats whole cents: 1999 -> "19.99". */
export function formatCents(cents) {
  if (!Number.isInteger(cents)) throw new TypeError(`Expected whole cents, got ${cents}`);
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A share of an amount in percent, rounded to whole cents in the shop's favour. */
export function percentOf(cents, percent) {
  return Math.floor((cents * percent) / 100);
}
