import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Basket } from '../src/basket.js';
import { receipt } from '../src/receipt.js';

describe('checkout', () => {
  it('adds up what is in the basket', () => {
    const basket = new Basket().add('Tea', 450, 2).add('Honey', 790);
    assert.equal(basket.subtotal, 1690);
  });

  it('makes ten of the same five percent cheaper', () => {
    const basket = new Basket().add('Candle', 120, 10);
    assert.equal(basket.totals.discount, 60);
  });

  it('charges shipping for a small order', () => {
    const basket = new Basket().add('Tea', 450);
    assert.equal(basket.totals.shipping, 490);
  });

  it('ships an order of exactly 50.00 for free', () => {
    const basket = new Basket().add('Teapot', 5000);
    assert.equal(basket.totals.shipping, 0);
  });

  it('prints a receipt', () => {
    const basket = new Basket().add('Tea', 450, 2);
    assert.equal(
      receipt(basket),
      [
        '2 x Tea                     9.00',
        '--------------------------------',
        'Subtotal                    9.00',
        'Shipping                    4.90',
        'Total                      13.90',
      ].join('\n'),
    );
  });
});
