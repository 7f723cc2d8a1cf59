import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { askStripe } from './ask-stripe.server.ts';
import type { BillingFailure } from './billing-problem.server.ts';
import { loadCustomerId } from './customer-store.server.ts';
import { openStripe } from './open-stripe.server.ts';

/** Opens Stripe's portal for an account, at its methods of payment with `payment`, and gives the page's address. */
export async function openPortal(
  app: Pick<AppContext, 'env' | 'config' | 'log' | 'origin'>,
  accountId: string,
  flow: 'payment' | undefined,
): Promise<Result<string, BillingFailure>> {
  const opened = await openStripe(app);
  if (!opened.ok) return opened;
  const { stripe, isLive } = opened.value;
  const customer = await loadCustomerId(app.env.DB, accountId, isLive);
  if (customer === null) return fail({ reason: 'noCustomer' });
  const session = await askStripe(app, () =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: `${app.origin}/subscription`,
      ...(flow === 'payment' ? { flow_data: { type: 'payment_method_update' } } : {}),
    }),
  );
  if (session.ok) return succeed(session.value.url);
  return session.reason === 'missing' ? fail({ reason: 'noCustomer' }) : session;
}
