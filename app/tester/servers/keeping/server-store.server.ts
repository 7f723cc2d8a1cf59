import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import { testedServers } from './server-table.server.ts';
import { ServerSettings, type TestedServer } from './tested-server.ts';

export const MAX_SAVED_SERVERS = 100;

/** The servers that an account has saved, oldest first. One that this version cannot read is left out. */
export async function listTestedServers(
  database: D1Database,
  account: string,
): Promise<TestedServer[]> {
  const rows = await drizzle(database)
    .select({ id: testedServers.id, settings: testedServers.settings })
    .from(testedServers)
    .where(eq(testedServers.accountId, account))
    .orderBy(testedServers.createdAt, testedServers.id)
    .limit(MAX_SAVED_SERVERS);
  return rows.flatMap(({ id, settings }) => {
    const read = ServerSettings.safeParse(settings);
    return read.success ? [{ id, ...read.data }] : [];
  });
}

/** Saves a server, in place of the one with its id; false: the account has {@link MAX_SAVED_SERVERS} others. */
export async function saveServer(
  database: D1Database,
  account: string,
  { id, ...settings }: TestedServer,
  now: number,
): Promise<boolean> {
  const text = JSON.stringify(settings);
  // Counted in the same statement, so that two requests at once cannot pass the limit.
  const saved = await drizzle(database).run(sql`
    INSERT INTO tested_servers (account_id, id, settings, created_at, updated_at)
    SELECT ${account}, ${id}, ${text}, ${now}, ${now}
    WHERE (SELECT count(*) FROM tested_servers WHERE account_id = ${account} AND id <> ${id})
      < ${MAX_SAVED_SERVERS}
    ON CONFLICT (account_id, id)
    DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`);
  return saved.meta.changes > 0;
}

/** Forgets a server; false: the account has none with this id. */
export async function forgetServer(
  database: D1Database,
  account: string,
  id: string,
): Promise<boolean> {
  const gone = await drizzle(database)
    .delete(testedServers)
    .where(and(eq(testedServers.accountId, account), eq(testedServers.id, id)));
  return gone.meta.changes > 0;
}
