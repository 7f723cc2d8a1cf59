import { eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { githubDeliveries } from '#app/github/github-table.server.ts';

/** GitHub repeats what is three days old at most; longer, because people read the ledger. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Whether a delivery was dealt with. */
export async function isKnownDelivery(database: D1Database, id: string): Promise<boolean> {
  const found = await drizzle(database)
    .select({ id: githubDeliveries.id })
    .from(githubDeliveries)
    .where(eq(githubDeliveries.id, id))
    .get();
  return found !== undefined;
}

/** Notes a delivery, once. */
export async function noteDelivery(
  database: D1Database,
  delivery: typeof githubDeliveries.$inferInsert,
): Promise<void> {
  await drizzle(database).insert(githubDeliveries).values(delivery).onConflictDoNothing();
}

/** Removes lines that no repetition can hit any more. */
export async function sweepDeliveries(database: D1Database, now: number): Promise<void> {
  await drizzle(database)
    .delete(githubDeliveries)
    .where(lt(githubDeliveries.receivedAt, now - KEPT_MS));
}
