import type Stripe from 'stripe';

/** A list, as it travels. */
export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/**
 * Stripe's objects as they are stored: what can be expanded is an id, and decimals are texts, as they travel.
 * The library turns those into a class of its own.
 */
export type Product = Stripe.Product;
export type Customer = Omit<Stripe.Customer, 'invoice_settings' | 'subscriptions'> & {
  invoice_settings: Omit<Stripe.Customer.InvoiceSettings, 'default_payment_method'> & {
    default_payment_method: string | null;
  };
};
export type CurrencyOption = Omit<Stripe.Price.CurrencyOptions, 'unit_amount_decimal' | 'tiers'> & {
  unit_amount_decimal: string | null;
};
export type Price = Omit<
  Stripe.Price,
  'product' | 'unit_amount_decimal' | 'currency_options' | 'tiers'
> & {
  product: string;
  unit_amount_decimal: string | null;
  currency_options: Record<string, CurrencyOption>;
};
export type Plan = Omit<Stripe.Plan, 'product' | 'amount_decimal' | 'tiers'> & {
  product: string;
  amount_decimal: string | null;
};
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan' | 'quantity'> & {
  price: Price;
  plan: Plan;
  quantity: number;
};
export type Subscription = Omit<
  Stripe.Subscription,
  'customer' | 'items' | 'latest_invoice' | 'default_payment_method'
> & {
  customer: string;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  default_payment_method: string | null;
};
export type InvoiceLine = Omit<
  Stripe.InvoiceLineItem,
  'pricing' | 'quantity_decimal' | 'subscription'
> & {
  subscription: string | null;
  quantity_decimal: string | null;
  pricing: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: string | null;
  };
};
export type Invoice = Omit<Stripe.Invoice, 'customer' | 'lines' | 'payments' | 'parent'> & {
  customer: string;
  lines: List<InvoiceLine>;
  payments: List<InvoicePayment>;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: {
      metadata: Record<string, string>;
      subscription: string;
    };
  };
};
export type InvoicePayment = Omit<Stripe.InvoicePayment, 'payment' | 'invoice'> & {
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
};
export type PaymentMethod = Omit<Stripe.PaymentMethod, 'customer'> & { customer: string | null };
export type PaymentIntent = Omit<Stripe.PaymentIntent, 'customer' | 'latest_charge'> & {
  customer: string;
  latest_charge: string | null;
};
export type Charge = Omit<Stripe.Charge, 'customer' | 'refunds' | 'payment_intent'> & {
  customer: string;
  payment_intent: string;
  refunds: List<Refund>;
};
export type Refund = Omit<Stripe.Refund, 'charge' | 'customer'> & {
  charge: string;
  customer: string;
};
export type Dispute = Omit<Stripe.Dispute, 'charge'> & { charge: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price; quantity: number };
export type CheckoutSession = Omit<
  Stripe.Checkout.Session,
  'customer' | 'line_items' | 'subscription' | 'invoice'
> & {
  customer: string | null;
  line_items: List<LineItem>;
  subscription: string | null;
  invoice: string | null;
};
export type PortalSession = Stripe.BillingPortal.Session;
export type WebhookEndpoint = Stripe.WebhookEndpoint;

/** An event, whose object is the copy of what it was when that happened. */
export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
}
