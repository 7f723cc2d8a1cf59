import * as z from 'zod/mini';

/** The subscription of an account, exactly as `GET /stripe/subscription/status` returns it. */
export const SubscriptionStatus = z.object({
  hasActiveSubscription: z.boolean(),
  /** Any non-empty text: plans that this version does not know pass through. */
  currentPlan: z.object({ tier: z.string().check(z.minLength(1)) }),
});
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** The plan of everybody who pays for none. */
export const FREE_TIER = 'free';

/** The status of users without a subscription. */
export const NO_SUBSCRIPTION: SubscriptionStatus = {
  hasActiveSubscription: false,
  currentPlan: { tier: FREE_TIER },
};
