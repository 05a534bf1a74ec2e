import { formatCents } from './money.js';

const WIDTH = 32;

/** The receipt as it comes out of the printer: one string, lines of 32 characters. */
export function receipt(basket) {
  const { subtotal, discount, shipping, total } = basket.totals;
  return [
    ...basket.lines.map((line) => row(`${line.quantity} x ${line.name}`, line.priceInCents * line.quantity)),
    '-'.repeat(WIDTH),
    row('Subtotal', subtotal),
    ...(discount > 0 ? [row('Discount', -discount)] : []),
    row('Shipping', shipping),
    row('Total', total),
  ].join('\n');
}

function row(label, cents) {
  const amount = formatCents(cents);
  return label.padEnd(WIDTH - amount.length) + amount;
}
