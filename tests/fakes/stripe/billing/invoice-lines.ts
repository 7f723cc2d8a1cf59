import { newId } from '../account.ts';
import { amountIn } from '../objects/prices.ts';
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from '../stripe-objects.ts';

interface LineOfItem {
  amount: number;
  description: string;
  period: { start: number; end: number };
  isProration: boolean;
  price: Price;
  quantity: number;
}

/** What an item costs for a whole period. */
export function costOf(price: Price, quantity: number, currency: string): number {
  return amountIn(price, currency) * quantity;
}

/** The line of an item for the period that it is in. */
export function toPeriodLine(subscription: Subscription, item: SubscriptionItem): InvoiceLine {
  const amount = costOf(item.price, item.quantity, subscription.currency);
  const interval = item.price.recurring?.interval ?? 'month';
  return toLine(subscription, item, {
    amount,
    description: `${item.quantity} × ${item.price.lookup_key ?? item.price.id} (at ${amount / 100} / ${interval})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    isProration: false,
    price: item.price,
    quantity: item.quantity,
  });
}

/** The two lines of a change within a period: what was not used is given back, and the rest is charged. */
export function toProrationLines(
  subscription: Subscription,
  item: SubscriptionItem,
  to: { price: Price; quantity: number },
  now: number,
): InvoiceLine[] {
  const { current_period_start: start, current_period_end: end, price, quantity } = item;
  const left = (end - now) / (end - start);
  const { currency } = subscription;
  const unused = -Math.round(costOf(price, quantity, currency) * left);
  const lines = [
    { amount: unused, words: 'Unused time on', price, quantity },
    {
      amount: Math.round(costOf(to.price, to.quantity, currency) * left),
      words: 'Remaining time on',
      ...to,
    },
  ];
  return lines.map((line) =>
    toLine(subscription, item, {
      amount: line.amount,
      description: `${line.words} ${line.quantity} × ${line.price.lookup_key ?? line.price.id}`,
      period: { start: now, end },
      isProration: true,
      price: line.price,
      quantity: line.quantity,
    }),
  );
}

/** A line of an item. */
export function toLine(
  subscription: Subscription,
  item: SubscriptionItem,
  { amount, description, period, isProration, price, quantity }: LineOfItem,
): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(amountIn(price, subscription.currency)),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}
