import { discountFor } from './discount.js';
import { shippingFor } from './shipping.js';

/** What one customer is buying. */
export class Basket {
  #lines = [];

  add(name, priceInCents, quantity = 1) {
    if (quantity < 1) throw new RangeError(`Expected a quantity of at least 1, got ${quantity}`);
    this.#lines.push({ name, priceInCents, quantity });
    return this;
  }

  get lines() {
    return [...this.#lines];
  }

  get subtotal() {
    return this.#lines.reduce((sum, line) => sum + line.priceInCents * line.quantity, 0);
  }

  get totals() {
    const discount = discountFor(this.#lines);
    const goods = this.subtotal - discount;
    const shipping = shippingFor(goods);
    return { subtotal: this.subtotal, discount, shipping, total: goods + shipping };
  }
}
