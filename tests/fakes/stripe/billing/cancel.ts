import { nowOf, type Account } from '../account.ts';
import { emit } from '../emit.ts';
import type { Subscription } from '../stripe-objects.ts';

/** Ends a subscription at once. */
export function cancelNow(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed',
): void {
  const now = nowOf(account, subscription.customer);
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details = {
    comment: subscription.cancellation_details?.comment ?? null,
    feedback: null,
    feedback_option: null,
    reason,
  };
  emit(account, 'customer.subscription.deleted', subscription);
}
