import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { readParameters, type Operation } from '../operation.ts';
import { declined, invalid, StripeFailure } from '../stripe-failure.ts';
import type { Customer, PaymentMethod } from '../stripe-objects.ts';

const MethodQuery = z.strictObject({ ...paging, type: z.string().optional() });

/** Reading payment methods of a customer. */
export const paymentMethodOperations: Operation[] = [
  {
    method: 'get',
    path: '/v1/payment_methods/{payment_method}',
    run: ({ account, path }) =>
      requireObject(account, 'paymentMethods', path['payment_method'] ?? ''),
  },
  {
    method: 'get',
    path: '/v1/customers/{customer}/payment_methods',
    run: ({ account, path, form }) => {
      const customer = requireObject(account, 'customers', path['customer'] ?? '').id;
      const query = readParameters(MethodQuery, form);
      const found = Object.values(account.objects.paymentMethods).filter(
        (method) => method.customer === customer,
      );
      return toPage(found, `/v1/customers/${customer}/payment_methods`, query);
    },
  },
];

/** Cards for tests: https://docs.stripe.com/testing */
const CARDS: Record<string, 'good' | 'declined' | 'failsLater'> = {
  '4242424242424242': 'good',
  '5555555555554444': 'good',
  '4000000000000002': 'declined',
  '4000000000000341': 'failsLater',
};

/**
 * Takes a card that a person has typed.
 * @throws StripeFailure of type `card_error`, with a sentence for the person
 */
export function attachCard(account: Account, customer: Customer, typed: string): PaymentMethod {
  const digits = typed.replace(/[\s-]/g, '');
  const kind = CARDS[digits];
  if (kind === undefined) throw wrongNumber(digits);
  if (kind === 'declined') throw declined();
  const method = toPaymentMethod(account, customer, digits);
  account.objects.paymentMethods[method.id] = method;
  account.cards[method.id] = kind;
  emit(account, 'payment_method.attached', method);
  return method;
}

/** Makes a card the one that invoices of a customer are paid with. */
export function makeDefault(account: Account, customer: Customer, method: PaymentMethod): void {
  const { default_payment_method: old } = customer.invoice_settings;
  customer.invoice_settings.default_payment_method = method.id;
  const before = { invoice_settings: { default_payment_method: old } };
  emit(account, 'customer.updated', customer, before);
}

/** The card of a customer by its id. */
export function requireMethod(account: Account, customer: string, id: string): PaymentMethod {
  const method = requireObject(account, 'paymentMethods', id, 'default_payment_method');
  if (method.customer === customer) return method;
  throw invalid(
    'The customer does not have a payment method with that id.',
    'default_payment_method',
    'resource_missing',
  );
}

function wrongNumber(digits: string): StripeFailure {
  const isTyped = /^\d{13,19}$/.test(digits);
  return new StripeFailure(402, {
    type: 'card_error',
    code: isTyped ? 'card_declined' : 'incorrect_number',
    message: isTyped
      ? 'Your card was declined. Use a card for tests, such as 4242 4242 4242 4242.'
      : 'Your card number is incorrect.',
  });
}

function toPaymentMethod(account: Account, customer: Customer, digits: string): PaymentMethod {
  const now = nowOf(account, customer.id);
  const brand = digits.startsWith('5') ? 'mastercard' : 'visa';
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: {
        city: null,
        country: 'DE',
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: customer.email,
      name: customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(now * 1_000).getUTCFullYear() + 3,
      fingerprint: newId('fp', 16).slice(3),
      funding: 'credit',
      generated_from: null,
      last4: digits.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
