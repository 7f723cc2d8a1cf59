import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';

import { NO_SUBSCRIPTION, type SubscriptionStatus } from './subscription-status.ts';
import { subscriptions } from './subscription-table.server.ts';

/**
 * Loads the subscription of a user's personal account at `now`; without an account or a row: none. A plan that was
 * bought in Stripe's test mode counts for nothing where real money is paid (`isLive`), and the other way round; null:
 * nothing can be bought here, and what was bought counts.
 */
export async function loadSubscription(
  database: D1Database,
  uid: string,
  { now, isLive }: { now: number; isLive: boolean | null },
): Promise<SubscriptionStatus> {
  const row = await drizzle(database)
    .select({
      tier: subscriptions.tier,
      isActive: subscriptions.isActive,
      paidUntil: subscriptions.paidUntil,
      isLive: subscriptions.isLive,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(accounts.personalUid, uid))
    .get();
  const isPaid = row?.isActive === true && (row.paidUntil === null || row.paidUntil > now);
  const isOfMode = isLive === null || row?.isLive === null || row?.isLive === isLive;
  if (!row || !isPaid || !isOfMode) return NO_SUBSCRIPTION;
  return { hasActiveSubscription: true, currentPlan: { tier: row.tier } };
}

/** For how many seats a user's team plan is paid; null: it was not bought in our store. */
export async function loadSeats(database: D1Database, uid: string): Promise<number | null> {
  const { tier, seats, customerId } = subscriptions;
  const row = await drizzle(database)
    .select({ tier, seats, customerId })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(accounts.personalUid, uid))
    .get();
  const isBought = row?.tier === 'team' && row.customerId !== null;
  return isBought ? row.seats : null;
}
