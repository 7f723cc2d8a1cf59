import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

import { TIER_NAMES } from '#app/billing/limits.ts';
import type { PaidTier } from '#app/billing/plans/plan-prices.ts';
import type { StripeFailure } from './ask-stripe.server.ts';
import type { BillingOff } from './billing-settings.ts';

/** Every way in which something about a subscription is refused. */
export type BillingFailure =
  | BillingOff
  | StripeFailure
  /** Stripe has no price for it (any more), or none in the currency that the customer pays in. */
  | { reason: 'priceGone'; tier: PaidTier }
  /** A second subscription of one account. */
  | { reason: 'alreadySubscribed' }
  /** There is none that could be changed, cancelled or resumed. */
  | { reason: 'noSubscription' }
  /** A payment of it is missing, or was given back: it can only be paid or cancelled. */
  | { reason: 'unpaid' }
  /** Nothing was ever bought. */
  | { reason: 'noCustomer' }
  /** The account was removed, or its customer is another one by now. */
  | { reason: 'unknownCustomer' };

/** Our own types of problems, for pages that do something about them. */
export const BILLING_OFF_TYPE = 'urn:mcp-builder:billing-off';
export const ALREADY_SUBSCRIBED_TYPE = 'urn:mcp-builder:already-subscribed';
export const CARD_DECLINED_TYPE = 'urn:mcp-builder:card-declined';

const RETRY_AFTER_SECONDS = 5;

/** The answer to a refusal. */
export function answerBillingFailure(
  app: Pick<AppContext, 'requestId' | 'log'>,
  failure: BillingFailure,
): Response {
  app.log.info('billing.refused', { ...failure });
  return problem(app, toParts(failure));
}

function toParts(failure: BillingFailure): ProblemParts {
  switch (failure.reason) {
    case 'billingOff':
      return {
        status: 501,
        type: BILLING_OFF_TYPE,
        title: 'billing_off',
        detail: `Nothing can be bought here yet. Its operator has to set ${failure.missing.join(' and ')}: see "Billing" in docs/operations.md.`,
      };
    case 'stripeUnavailable':
      return {
        status: 503,
        detail: 'The payment service does not answer at the moment. Try again in a few seconds.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      };
    case 'priceGone':
      return {
        status: 409,
        title: 'price_gone',
        detail: `The plan ${TIER_NAMES[failure.tier]} cannot be bought this way at the moment: there is no price for it. Reload the page to see what can be bought.`,
      };
    case 'alreadySubscribed':
      return {
        status: 409,
        type: ALREADY_SUBSCRIBED_TYPE,
        title: 'already_subscribed',
        detail: 'You already have a subscription. Change it on the page of your subscription.',
      };
    case 'noSubscription':
      return { status: 409, detail: 'There is no subscription to change. Choose a plan first.' };
    case 'unpaid':
      return {
        status: 409,
        detail:
          'The current period of your subscription is not paid. Change the payment method, or cancel the subscription.',
      };
    case 'noCustomer':
    case 'unknownCustomer':
      return { status: 409, detail: 'You have not bought anything yet. Choose a plan first.' };
    case 'cardDeclined':
      return {
        status: 402,
        type: CARD_DECLINED_TYPE,
        title: 'card_declined',
        detail: `The payment failed, and nothing was changed. ${failure.message}`,
      };
    case 'missing':
      return { status: 400, detail: 'The payment service does not know what this request names.' };
    case 'stripeRefused':
      return {
        status: 409,
        detail:
          'The payment service refused this, and nothing was changed. Reload the page and try again.',
      };
  }
}
