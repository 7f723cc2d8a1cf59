import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

import type { ServerSettings } from './tested-server.ts';

/** Servers that an account's users test, without anything secret; they are deleted with the account. */
export const testedServers = sqliteTable(
  'tested_servers',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Made by the browser. */
    id: text('id').notNull(),
    settings: text('settings', { mode: 'json' }).$type<ServerSettings>().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('tested_servers_account').on(table.accountId, table.createdAt),
  ],
);
