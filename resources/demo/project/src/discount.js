import { percentOf } from './money.js';

const BULK_QUANTITY = 10;
const BULK_PERCENT = 5;

/** Ten or more of the same thing are five percent cheaper. */
export function discountFor(lines) {
  return lines
    .filter((line) => line.quantity >= BULK_QUANTITY)
    .reduce((sum, line) => sum + percentOf(line.priceInCents * line.quantity, BULK_PERCENT), 0);
}
