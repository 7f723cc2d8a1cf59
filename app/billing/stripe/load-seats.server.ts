import { loadSubscriptionRow } from './own-subscription-store.server.ts';

/** For how many seats the account's plan is paid at `now`; 0: it has no team plan that holds. */
export async function loadSeats(
  database: D1Database,
  accountId: string,
  now: number,
): Promise<number> {
  const row = await loadSubscriptionRow(database, accountId);
  const holds = row?.isActive === true && (row.paidUntil === null || row.paidUntil > now);
  return holds && row.tier === 'team' ? row.seats : 0;
}
