import * as z from 'zod';

import { flag, metadata, number } from '../operation.ts';

const Item = z.strictObject({
  price: z.string(),
  quantity: number.min(1).default(1),
  adjustable_quantity: z
    .strictObject({ enabled: flag, minimum: number.optional(), maximum: number.optional() })
    .optional(),
});
const SubscriptionSettings = z.strictObject({
  metadata: metadata.optional(),
  description: z.string().optional(),
  trial_period_days: number.min(1).optional(),
  trial_settings: z
    .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.string() }) })
    .optional(),
});
/** Parameters of a session: https://docs.stripe.com/api/checkout/sessions/create */
export const SessionParameters = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.array(Item).min(1).max(20),
  customer: z.string(),
  success_url: z.string(),
  cancel_url: z.string().optional(),
  client_reference_id: z.string().max(200).optional(),
  currency: z.string().optional(),
  locale: z.string().optional(),
  expires_at: number.optional(),
  metadata: metadata.optional(),
  subscription_data: SubscriptionSettings.optional(),
  allow_promotion_codes: flag.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  customer_update: z
    .strictObject({ address: z.string().optional(), name: z.string().optional() })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: z.array(z.string()).optional(),
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
});
export type SessionParameters = z.output<typeof SessionParameters>;
