import { randomInt } from 'node:crypto';

import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  InvoiceLine,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './stripe-objects.ts';

/** The kinds of objects. */
export interface Kinds {
  products: Product;
  prices: Price;
  customers: Customer | { id: string; object: 'customer'; deleted: true };
  paymentMethods: PaymentMethod;
  checkoutSessions: CheckoutSession;
  subscriptions: Subscription;
  invoices: Invoice;
  paymentIntents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  portalSessions: PortalSession;
  events: StripeEvent;
  webhookEndpoints: WebhookEndpoint;
}

/** Objects by kind and id; each kind in the order in which they were made. */
export type Objects = { [Kind in keyof Kinds]: Record<string, Kinds[Kind]> };

/** An answer that is given again for the same idempotency key. */
interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: string;
}

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** Found in `METHOD /path?query body`; empty: in all. */
  match: string;
  kind: 'error' | 'unavailable' | 'timeout' | 'rate_limit' | 'refused' | 'lost_answer';
  times: number;
}

/** A request that was made, for tests that count them. */
interface SeenRequest {
  method: string;
  path: string;
  body: string;
  status: number;
}

/** What Stripe knows of one account, which its secret key names. It is JSON, so that it can be kept in a file. */
export interface Account {
  name: string;
  /** Where its pages are, without a slash at the end; empty: at Stripe's own hosts. */
  pages: string;
  objects: Objects;
  /** Seconds that the clock of a customer is ahead. */
  clocks: Record<string, number>;
  /** What the subscription of a checkout session will begin with. */
  sessionSettings: Record<
    string,
    { trialDays: number; metadata: Record<string, string>; description: string | null }
  >;
  /** How cards behave, by payment method. */
  cards: Record<string, 'good' | 'failsLater'>;
  /** How many further payments of a customer fail, whatever the card. */
  failing: Record<string, number>;
  /** Amounts that the next invoice of a subscription bears. */
  pendingLines: Record<string, InvoiceLine[]>;
  answers: Record<string, KeptAnswer>;
  faults: Fault[];
  requests: SeenRequest[];
  /** Requests and answers that are not as Stripe's document has them. */
  mismatches: string[];
  /** Events that nobody has fetched or taken yet, oldest first. */
  undelivered: string[];
  /** Whether webhooks wait for `release`. */
  holdsWebhooks: boolean;
  /** What a subscription becomes when its last payment has failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due';
}

/** An account as it is on its first day. */
export function newAccount(name: string, pages: string): Account {
  return {
    name,
    pages,
    objects: {
      products: {},
      prices: {},
      customers: {},
      paymentMethods: {},
      checkoutSessions: {},
      subscriptions: {},
      invoices: {},
      paymentIntents: {},
      charges: {},
      refunds: {},
      disputes: {},
      portalSessions: {},
      events: {},
      webhookEndpoints: {},
    },
    clocks: {},
    sessionSettings: {},
    cards: {},
    failing: {},
    pendingLines: {},
    answers: {},
    faults: [],
    requests: [],
    mismatches: [],
    undelivered: [],
    holdsWebhooks: false,
    afterRetries: 'cancel',
  };
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id as Stripe makes them: `sub_1QzK…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

/** Seconds since 1970, as a customer's clock has them. */
export function nowOf(account: Account, customer?: string | null): number {
  const ahead = customer ? (account.clocks[customer] ?? 0) : 0;
  return Math.floor(Date.now() / 1_000) + ahead;
}
