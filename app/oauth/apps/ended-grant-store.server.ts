import { eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { endedGrants } from './ended-grant-table.server.ts';

/** Longer than any grant lives, which is 30 days. */
const KEPT_MS = 31 * 24 * 60 * 60_000;

/** Notes that a grant has ended, and forgets those that are over by themselves. */
export async function noteEndedGrant(database: D1Database, id: string, now: number): Promise<void> {
  const db = drizzle(database);
  await db.batch([
    db.delete(endedGrants).where(lt(endedGrants.endedAt, now - KEPT_MS)),
    db.insert(endedGrants).values({ id, endedAt: now }).onConflictDoNothing(),
  ]);
}

/** Whether a user has ended a grant, whatever the store of tokens still says. */
export async function isEndedGrant(database: D1Database, id: string): Promise<boolean> {
  const row = await drizzle(database)
    .select({ id: endedGrants.id })
    .from(endedGrants)
    .where(eq(endedGrants.id, id))
    .get();
  return row !== undefined;
}
