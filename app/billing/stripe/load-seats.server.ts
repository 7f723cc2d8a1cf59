import { loadSubscriptionRow } from './own-subscription-store.server.ts';

/**
 * For how many seats the account's plan is paid at `now`; 0: it has no team plan that holds; null: one that was not
 * bought from Stripe, which counts no seats.
 */
export async function loadSeats(
  database: D1Database,
  accountId: string,
  now: number,
): Promise<number | null> {
  const row = await loadSubscriptionRow(database, accountId);
  const holds = row?.isActive === true && (row.paidUntil === null || row.paidUntil > now);
  if (!holds || row.tier !== 'team') return 0;
  return row.subscriptionId === null ? null : row.seats;
}
