import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { accounts } from '#app/auth/user-table.server.ts';
import { subscriptions } from '#app/billing/subscription-table.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** For how many seats a user's team plan is paid; null: nobody bought it here. */
export async function loadSeats(
  { env, config }: Pick<AppContext, 'env' | 'config'>,
  uid: string,
): Promise<number | null> {
  if (config.PRODUCT_API_URL !== '') return null;
  const { tier, seats, customerId } = subscriptions;
  const row = await drizzle(env.DB)
    .select({ tier, seats, customerId })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(accounts.personalUid, uid))
    .get();
  const isBought = row?.tier === 'team' && row.customerId !== null;
  return isBought ? row.seats : null;
}
