import { newId, nowOf, type Account } from '../account.ts';
import { changeMetadata } from '../operation.ts';
import { toPageAddress } from '../page-address.ts';
import type { CheckoutSession, Customer, LineItem } from '../stripe-objects.ts';

import type { SessionParameters } from './session-parameters.ts';

const DAY = 86_400;

/** A new session, as it waits for a person. */
export function toCheckoutSession(
  account: Account,
  customer: Customer,
  given: SessionParameters,
  currency: string,
  items: LineItem[],
): CheckoutSession {
  const id = newId('cs_test', 58);
  const now = nowOf(account, customer.id);
  const total = items.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  const days = given.subscription_data?.trial_period_days ?? 0;
  return {
    ...EMPTY,
    id,
    object: 'checkout.session',
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    amount_subtotal: days > 0 ? 0 : total,
    amount_total: days > 0 ? 0 : total,
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: now,
    currency,
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    expires_at: given.expires_at ?? now + DAY,
    line_items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    metadata: changeMetadata({}, given.metadata),
    success_url: given.success_url,
    url: toPageAddress(account, 'checkout', id),
  };
}

/** What no session of the emulator has. */
const EMPTY = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<CheckoutSession>;
