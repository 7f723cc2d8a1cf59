import { newId, nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import { invalid } from '../stripe-failure.ts';
import type { Charge, Dispute, Refund } from '../stripe-objects.ts';

/** Days in which evidence can be given. */
const EVIDENCE_DAYS = 7;

function lastCharge(account: Account, customer: string): Charge {
  const charge = Object.values(account.objects.charges).findLast(
    (each) => each.customer === customer && each.paid,
  );
  if (!charge) throw invalid(`The customer ${customer} has paid nothing.`);
  return charge;
}

/** Gives the last charge of a customer back, wholly or in part. */
export function refundCharge(account: Account, customer: string, amount?: number): Refund {
  const charge = lastCharge(account, customer);
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: amount ?? charge.amount - charge.amount_refunded,
    balance_transaction: null,
    charge: charge.id,
    created: nowOf(account, customer),
    currency: charge.currency,
    customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: 'requested_by_customer',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  account.objects.refunds[refund.id] = refund;
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += refund.amount;
  charge.refunded = charge.amount_refunded >= charge.amount;
  charge.refunds.data.unshift(refund);
  emit(account, 'refund.created', refund);
  emit(account, 'charge.refunded', charge, before);
  return refund;
}

/** Disputes the last charge of a customer, or settles the dispute of it. */
export function disputeCharge(
  account: Account,
  customer: string,
  outcome?: 'won' | 'lost',
): Dispute {
  const charge = lastCharge(account, customer);
  const open = Object.values(account.objects.disputes).find((each) => each.charge === charge.id);
  if (outcome !== undefined && open) {
    open.status = outcome;
    emit(account, 'charge.dispute.closed', open);
    return open;
  }
  const dispute = toDispute(account, charge);
  account.objects.disputes[dispute.id] = dispute;
  charge.disputed = true;
  emit(account, 'charge.dispute.created', dispute);
  return dispute;
}

function toDispute(account: Account, charge: Charge): Dispute {
  const now = nowOf(account, charge.customer);
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: now + EVIDENCE_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

const EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
