import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';

import { NO_SUBSCRIPTION, type SubscriptionStatus } from './subscription-status.ts';
import { subscriptions } from './subscription-table.server.ts';

/**
 * Loads the subscription of a user's personal account at `now`; without an account or a row: none.
 */
export async function loadSubscription(
  database: D1Database,
  uid: string,
  now: number,
): Promise<SubscriptionStatus> {
  const row = await drizzle(database)
    .select({
      tier: subscriptions.tier,
      isActive: subscriptions.isActive,
      paidUntil: subscriptions.paidUntil,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(accounts.personalUid, uid))
    .get();
  const isPaid = row?.isActive === true && (row.paidUntil === null || row.paidUntil > now);
  if (!row || !isPaid) return NO_SUBSCRIPTION;
  return { hasActiveSubscription: true, currentPlan: { tier: row.tier } };
}
