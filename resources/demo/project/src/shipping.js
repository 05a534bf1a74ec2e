const FREE_SHIPPING_FROM = 5000;
const SHIPPING = 490;

/** Delivery costs 4.90, and nothing for an order of 50.00 or more. */
export function shippingFor(goodsInCents) {
  if (goodsInCents === 0) return 0;
  return goodsInCents > FREE_SHIPPING_FROM ? 0 : SHIPPING;
}
