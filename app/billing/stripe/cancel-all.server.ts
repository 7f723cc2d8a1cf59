import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { askStripe, type StripeFailure } from './ask-stripe.server.ts';

/** Ends subscriptions at once; one that is gone already has ended. */
export async function cancelAll(
  app: Pick<AppContext, 'log'>,
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Result<null, StripeFailure>> {
  for (const { id } of subscriptions) {
    const ended = await askStripe(app, () => stripe.subscriptions.cancel(id));
    if (!ended.ok && ended.reason !== 'missing') return ended;
  }
  return succeed(null);
}
