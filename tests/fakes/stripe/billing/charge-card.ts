import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import type { Charge, Invoice, PaymentIntent, PaymentMethod } from '../stripe-objects.ts';

/** Whether a card pays. The first payment is made where the card is typed in, which has looked at it. */
function doesPay(account: Account, customer: string, method: string, isFirst: boolean): boolean {
  const failing = account.failing[customer] ?? 0;
  if (failing > 0) {
    account.failing[customer] = failing - 1;
    return false;
  }
  return isFirst || account.cards[method] === 'good';
}

/** Charges a card for an invoice; tells whether it paid. */
export function chargeCard(
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  amount: number,
): boolean {
  const isFirst = invoice.billing_reason === 'subscription_create';
  const isPaid = doesPay(account, invoice.customer, method.id, isFirst);
  const intent = requireIntent(account, invoice, method, amount);
  const charge = toCharge(account, invoice, method, intent, amount, isPaid);
  account.objects.charges[charge.id] = charge;
  intent.latest_charge = charge.id;
  intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
  intent.amount_received = isPaid ? amount : 0;
  emit(account, isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  emit(account, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  return isPaid;
}

/** The intent of an invoice: one for all its attempts. */
function requireIntent(
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  amount: number,
): PaymentIntent {
  const [payment] = invoice.payments.data;
  const known = payment && account.objects.paymentIntents[payment.payment.payment_intent];
  if (known) return Object.assign(known, { payment_method: method.id });
  const intent = toIntent(account, invoice, method, amount);
  account.objects.paymentIntents[intent.id] = intent;
  invoice.payments.data.push({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created: intent.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

function toIntent(
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  amount: number,
): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: nowOf(account, invoice.customer),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: 'Subscription',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'processing',
    transfer_group: null,
  };
}

function toCharge(
  account: Account,
  invoice: Invoice,
  method: PaymentMethod,
  intent: PaymentIntent,
  amount: number,
  isPaid: boolean,
): Charge {
  const id = newId('ch');
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'EMULATOR',
    captured: isPaid,
    created: nowOf(account, invoice.customer),
    currency: invoice.currency,
    customer: invoice.customer,
    description: 'Subscription',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}
