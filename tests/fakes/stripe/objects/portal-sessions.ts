import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { requireObject } from '../find-object.ts';
import { readParameters, type Operation } from '../operation.ts';
import { toPageAddress } from '../page-address.ts';
import type { PortalSession } from '../stripe-objects.ts';

import { requireCustomer } from './customers.ts';

const Flow = z.strictObject({
  type: z.enum([
    'payment_method_update',
    'subscription_cancel',
    'subscription_update',
    'subscription_update_confirm',
  ]),
  after_completion: z
    .strictObject({
      type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
      redirect: z.strictObject({ return_url: z.string() }).optional(),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: z.string() }).optional(),
});
/** Parameters of a session: https://docs.stripe.com/api/customer_portal/sessions/create */
const PortalParameters = z.strictObject({
  customer: z.string(),
  return_url: z.string().optional(),
  configuration: z.string().optional(),
  locale: z.string().optional(),
  flow_data: Flow.optional(),
});

/** Creating sessions of the customer portal. */
export const portalSessionOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/billing_portal/sessions',
    run: ({ account, form }) => create(account, readParameters(PortalParameters, form)),
  },
];

function create(account: Account, given: z.output<typeof PortalParameters>): PortalSession {
  const customer = requireCustomer(account, given.customer);
  if (given.flow_data?.subscription_cancel) {
    const { subscription } = given.flow_data.subscription_cancel;
    requireObject(
      account,
      'subscriptions',
      subscription,
      'flow_data[subscription_cancel][subscription]',
    );
  }
  const id = newId('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: given.configuration ?? 'bpc_emulator',
    created: nowOf(account, customer.id),
    customer: customer.id,
    customer_account: null,
    flow: given.flow_data ? toFlow(given.flow_data) : null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: toPageAddress(account, 'portal', id),
  };
  account.objects.portalSessions[id] = session;
  return session;
}

function toFlow(flow: z.output<typeof Flow>): PortalSession['flow'] {
  const after = flow.after_completion;
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: flow.subscription_cancel
      ? { retention: null, subscription: flow.subscription_cancel.subscription }
      : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  };
}
