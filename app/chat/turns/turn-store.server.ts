import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { TurnQuota } from './turn-budget.ts';
import { turnCounts } from './turn-table.server.ts';

/** Adds a turn to each count of a day, or to none where one of them is full: then that one. */
export async function takeTurn(
  database: D1Database,
  counts: readonly TurnQuota[],
  day: number,
): Promise<TurnQuota | null> {
  for (const [index, count] of counts.entries()) {
    const taken = await drizzle(database)
      .insert(turnCounts)
      .values({ who: count.who, day, turns: 1 })
      .onConflictDoUpdate({
        target: [turnCounts.who, turnCounts.day],
        set: { turns: sql`${turnCounts.turns} + 1` },
        setWhere: lt(turnCounts.turns, count.limit),
      })
      .returning({ turns: turnCounts.turns });
    if (taken.length > 0) continue;
    await giveTurnBack(database, counts.slice(0, index), day);
    return count;
  }
  return null;
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
  const names = counts.map(({ who }) => who);
  const rows = await drizzle(database)
    .select({ who: turnCounts.who, turns: turnCounts.turns })
    .from(turnCounts)
    .where(and(eq(turnCounts.day, day), inArray(turnCounts.who, names)));
  const used = new Map(rows.map(({ who, turns }) => [who, turns]));
  return Math.min(...counts.map(({ who, limit }) => Math.max(0, limit - (used.get(who) ?? 0))));
}

/** Forgets the counts of days before. */
export async function sweepTurns(database: D1Database, today: number): Promise<void> {
  await drizzle(database).delete(turnCounts).where(lt(turnCounts.day, today));
}
