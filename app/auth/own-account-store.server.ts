import { asc, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

import type { OwnAccount } from './own-account.ts';
import { accounts, members } from './user-table.server.ts';

const MAX_ACCOUNTS = 100;

/** The accounts that a user is a member of: their personal one first, then teams by name. */
export function listOwnAccounts(database: D1Database, uid: string): Promise<OwnAccount[]> {
  return drizzle(database)
    .select({ id: accounts.id, kind: accounts.kind, name: accounts.name, role: members.role })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(eq(members.uid, uid))
    .orderBy(desc(sql`${accounts.personalUid} IS NOT NULL`), asc(sql`lower(${accounts.name})`))
    .limit(MAX_ACCOUNTS);
}
