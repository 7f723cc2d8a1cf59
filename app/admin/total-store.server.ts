import { and, asc, gte, lt, sql, type AnyColumn } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

import { users } from '#app/auth/user-table.server.ts';
import { turnCounts } from '#app/chat/turns/turn-table.server.ts';
import { drafts } from '#app/drafts/draft-table.server.ts';
import { projects, versions } from '#app/projects/project-table.server.ts';

import type { DayTotals, TotalName } from './day-total.ts';
import { dayTotals } from './total-table.server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SHOWN_DAYS = 30;
const KEPT_DAYS = 400;

/** Counts what came about on a day, as far as the database knows, and writes it down: again and again, until it is over. */
export async function countDay(database: D1Database, day: number): Promise<void> {
  const db = drizzle(database);
  const [from, until] = [day * DAY_MS, (day + 1) * DAY_MS];
  const made = (table: SQLiteTable, createdAt: AnyColumn) =>
    db
      .select({ amount: sql<number>`count(*)` })
      .from(table)
      .where(and(gte(createdAt, from), lt(createdAt, until)));
  const answers = await db.batch([
    made(users, users.createdAt),
    made(drafts, drafts.createdAt),
    made(projects, projects.createdAt),
    made(versions, versions.createdAt),
    db
      .select({ amount: sql<number>`coalesce(sum(${turnCounts.turns}), 0)` })
      .from(turnCounts)
      // A guest's turn counts for their address, too.
      .where(sql`${turnCounts.day} = ${day} and ${turnCounts.who} not like 'address:%'`),
  ]);
  const [newUsers = 0, chats = 0, newProjects = 0, newVersions = 0, turns = 0] = answers.map(
    ([row]) => row?.amount ?? 0,
  );
  await saveTotals(database, day, {
    users: newUsers,
    chats,
    projects: newProjects,
    versions: newVersions,
    turns,
  });
}

/** Writes totals of a day down. What expired since it was counted first is not subtracted. */
export async function saveTotals(
  database: D1Database,
  day: number,
  amounts: Partial<Record<TotalName, number>>,
): Promise<void> {
  const rows = Object.entries(amounts).map(([name, amount]) => ({ name, amount }));
  if (rows.length === 0) return;
  await drizzle(database)
    .insert(dayTotals)
    .select(
      sql`select ${day}, value ->> 'name', value ->> 'amount' from json_each(${JSON.stringify(rows)}) where true`,
    )
    .onConflictDoUpdate({
      target: [dayTotals.day, dayTotals.name],
      set: { amount: sql`max(${dayTotals.amount}, excluded.amount)` },
    });
}

/** Published projects, those that were changed last first. */
export async function listCountedProjects(database: D1Database, limit: number): Promise<string[]> {
  const rows = await drizzle(database)
    .select({ id: projects.id })
    .from(projects)
    .where(sql`${projects.published} is not null and ${projects.deletedAt} is null`)
    .orderBy(sql`${projects.updatedAt} desc`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Bytes of the database. */
export async function measureDatabase(database: D1Database): Promise<number> {
  const { meta } = await database.prepare('SELECT 1').all();
  return meta.size_after;
}

/** The totals of the last days, the oldest first. */
export async function listTotals(database: D1Database, now: number): Promise<DayTotals[]> {
  const today = Math.floor(now / DAY_MS);
  const rows = await drizzle(database)
    .select()
    .from(dayTotals)
    .where(gte(dayTotals.day, today - SHOWN_DAYS + 1))
    .orderBy(asc(dayTotals.day));
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days].map(([day, all]) => ({
    date: new Date(day * DAY_MS).toISOString().slice(0, 10),
    amounts: Object.fromEntries(all.map(({ name, amount }) => [name, amount])),
  }));
}

/** Forgets totals of days long ago. */
export async function sweepTotals(database: D1Database, now: number): Promise<void> {
  const oldest = Math.floor(now / DAY_MS) - KEPT_DAYS;
  await drizzle(database).delete(dayTotals).where(lt(dayTotals.day, oldest));
}
