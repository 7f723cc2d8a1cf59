import { desc, eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { timedId } from '#app/platform/ids.ts';

import { operatorActions, siteSettings, suspensions } from './control-table.server.ts';
import type { OperatorAction } from './operator-action.ts';

export type Suspension = typeof suspensions.$inferSelect;

/** A setting as it is stored: JSON that its reader has to check. */
export interface StoredSetting {
  name: string;
  value: string;
}

/** Suspensions that an isolate holds in memory; more than a service of our size ever has. */
const MAX_SUSPENSIONS = 5_000;
const MAX_LISTED = 200;

/** Reads all settings and suspensions in one request. */
export async function loadStoredControls(
  database: D1Database,
): Promise<{ settings: StoredSetting[]; suspended: Suspension[] }> {
  const db = drizzle(database);
  const [settings, suspended] = await db.batch([
    db.select({ name: siteSettings.name, value: siteSettings.value }).from(siteSettings),
    db.select().from(suspensions).orderBy(desc(suspensions.suspendedAt)).limit(MAX_SUSPENSIONS),
  ]);
  return { settings, suspended };
}

/** Writes the row of the health check. */
export async function noteProbe(database: D1Database, now: number): Promise<void> {
  const db = drizzle(database);
  await writeSetting(db, { name: 'health', value: String(now) }, now);
}

/** Who acts, and on what: each change is written together with a row that says so. */
export interface OperatorDeed {
  operator: string;
  action: string;
  subject: string;
  detail: string;
}

/** Sets a setting; null takes it away. */
export async function saveSetting(
  database: D1Database,
  { name, value }: { name: string; value: string | null },
  deed: OperatorDeed,
  now: number,
): Promise<void> {
  const db = drizzle(database);
  const change =
    value === null
      ? db.delete(siteSettings).where(eq(siteSettings.name, name))
      : writeSetting(db, { name, value }, now);
  await db.batch([change, insertAction(db, deed, now)]);
}

/** Suspends a user; who is suspended already gets the new reason. */
export async function saveSuspension(
  database: D1Database,
  suspension: Suspension,
  deed: OperatorDeed,
): Promise<void> {
  const db = drizzle(database);
  const { reason, accountId } = suspension;
  await db.batch([
    db
      .insert(suspensions)
      .values(suspension)
      .onConflictDoUpdate({ target: suspensions.uid, set: { reason, accountId } }),
    insertAction(db, deed, suspension.suspendedAt),
  ]);
}

/** Ends a suspension, and says whether there was one. */
export async function endSuspension(
  database: D1Database,
  uid: string,
  deed: OperatorDeed,
  now: number,
): Promise<boolean> {
  const db = drizzle(database);
  const [ended] = await db.batch([
    db.delete(suspensions).where(eq(suspensions.uid, uid)).returning({ uid: suspensions.uid }),
    insertAction(db, deed, now),
  ]);
  return ended.length > 0;
}

/** Writes down what an operator does. */
export async function noteAction(
  database: D1Database,
  deed: OperatorDeed,
  now: number,
): Promise<void> {
  await insertAction(drizzle(database), deed, now);
}

/** The latest deeds of operators. */
export async function listActions(database: D1Database): Promise<OperatorAction[]> {
  return drizzle(database)
    .select()
    .from(operatorActions)
    .orderBy(desc(operatorActions.happenedAt))
    .limit(MAX_LISTED);
}

/** Forgets actions from before a time. */
export async function sweepActions(database: D1Database, before: number): Promise<void> {
  await drizzle(database).delete(operatorActions).where(lt(operatorActions.happenedAt, before));
}

type Database = ReturnType<typeof drizzle>;

function writeSetting(db: Database, { name, value }: StoredSetting, now: number) {
  return db
    .insert(siteSettings)
    .values({ name, value, changedAt: now })
    .onConflictDoUpdate({ target: siteSettings.name, set: { value, changedAt: now } });
}

function insertAction(db: Database, deed: OperatorDeed, now: number) {
  return db.insert(operatorActions).values({ ...deed, id: timedId(now), happenedAt: now });
}
