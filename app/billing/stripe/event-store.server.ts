import { eq, inArray, lt } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { billingEvents } from './billing-table.server.ts';

/** Stripe repeats an event for days, and people repeat it for weeks. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

/** A line of the ledger. */
export type BillingEvent = typeof billingEvents.$inferInsert;

/** Whether an event was dealt with. */
export async function isKnownEvent(database: D1Database, id: string): Promise<boolean> {
  const found = await drizzle(database)
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(eq(billingEvents.id, id))
    .get();
  return found !== undefined;
}

/** Those of these events that were not dealt with. At most 90: a statement takes no more values. */
export async function listUnknownEvents(database: D1Database, ids: string[]): Promise<string[]> {
  const found = await drizzle(database)
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(inArray(billingEvents.id, ids));
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** The statement that notes an event; of the same event twice at a time it notes one. */
export function insertEvent(db: DrizzleD1Database, event: BillingEvent) {
  return db.insert(billingEvents).values(event).onConflictDoNothing();
}

/** Notes an event that changes nothing else. */
export async function noteEvent(database: D1Database, event: BillingEvent): Promise<void> {
  await insertEvent(drizzle(database), event);
}

/** Removes lines that no repetition can hit any more. */
export async function sweepEvents(database: D1Database, now: number): Promise<void> {
  await drizzle(database)
    .delete(billingEvents)
    .where(lt(billingEvents.receivedAt, now - KEPT_MS));
}
