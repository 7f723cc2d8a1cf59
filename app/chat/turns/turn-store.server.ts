import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import { toAccountCount, type TurnQuota } from './turn-budget.ts';
import { turnCounts } from './turn-table.server.ts';

/** A count that takes no further turn today. */
export interface FullCount extends TurnQuota {
  used: number;
}

/**
 * Adds a turn to each count of a day, or to none where one of them is full: then that one. One batch,
 * so that nobody waits longer than for one statement, and no count is seen half-taken.
 */
export async function takeTurn(
  database: D1Database,
  counts: readonly TurnQuota[],
  day: number,
): Promise<FullCount | null> {
  const db = drizzle(database);
  const quotas = JSON.stringify(counts);
  const isAnyFull = sql`exists (
    select 1 from json_each(${quotas}) as quota
    left join ${turnCounts}
      on ${turnCounts.who} = quota.value ->> 'who' and ${turnCounts.day} = ${day}
    where coalesce(${turnCounts.turns}, 0) >= quota.value ->> 'limit'
  )`;
  const take = db
    .insert(turnCounts)
    .select(sql`select value ->> 'who', ${day}, 1 from json_each(${quotas}) where not ${isAnyFull}`)
    .onConflictDoUpdate({
      target: [turnCounts.who, turnCounts.day],
      set: { turns: sql`${turnCounts.turns} + 1` },
    });
  const [before] = await db.batch([selectCounts(db, counts, day), take]);
  const had = new Map(before.map(({ who, turns }) => [who, turns]));
  const full = counts.find(({ who, limit }) => (had.get(who) ?? 0) >= limit);
  return full ? { ...full, used: had.get(full.who) ?? 0 } : null;
}

/** Takes a turn off each count: it produced nothing. */
export async function giveTurnBack(
  database: D1Database,
  counts: readonly Pick<TurnQuota, 'who'>[],
  day: number,
): Promise<void> {
  if (counts.length === 0) return;
  const names = counts.map(({ who }) => who);
  await drizzle(database)
    .update(turnCounts)
    .set({ turns: sql`max(0, ${turnCounts.turns} - 1)` })
    .where(and(eq(turnCounts.day, day), inArray(turnCounts.who, names)));
}

/** How many turns are left of a day: of the count that is fullest. */
export async function countTurnsLeft(
  database: D1Database,
  counts: readonly TurnQuota[],
  day: number,
): Promise<number> {
  const rows = await selectCounts(drizzle(database), counts, day);
  const used = new Map(rows.map(({ who, turns }) => [who, turns]));
  return Math.min(...counts.map(({ who, limit }) => Math.max(0, limit - (used.get(who) ?? 0))));
}

/** How many turns an account has had on a day. */
export async function countAccountTurns(
  database: D1Database,
  account: string,
  day: number,
): Promise<number> {
  const [row] = await selectCounts(drizzle(database), [{ who: toAccountCount(account) }], day);
  return row?.turns ?? 0;
}

/** Forgets the counts of days before yesterday: a turn that began before midnight may still go on. */
export async function sweepTurns(database: D1Database, today: number): Promise<void> {
  await drizzle(database)
    .delete(turnCounts)
    .where(lt(turnCounts.day, today - 1));
}

function selectCounts(
  db: DrizzleD1Database,
  counts: readonly Pick<TurnQuota, 'who'>[],
  day: number,
) {
  const names = counts.map(({ who }) => who);
  return db
    .select({ who: turnCounts.who, turns: turnCounts.turns })
    .from(turnCounts)
    .where(and(eq(turnCounts.day, day), inArray(turnCounts.who, names)));
}
