import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/** Keys for endpoints and the API, by their hashes; they are deleted with their account. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the token, in hexadecimal digits. */
    hash: text('hash').notNull(),
    lastFour: text('last_four').notNull(),
    /** The projects that it reaches, as JSON. */
    projects: text('projects', { mode: 'json' }).$type<'all' | string[]>().notNull(),
    /** Whether it may manage them through the API, besides calling them. */
    mayManage: integer('may_manage', { mode: 'boolean' }).notNull(),
    /** The user who made it. */
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null: it does not expire. */
    expiresAt: integer('expires_at'),
    usedAt: integer('used_at'),
    revokedAt: integer('revoked_at'),
    /** The key that it was rotated to. */
    replacedBy: text('replaced_by'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    index('api_keys_account').on(table.accountId, table.createdAt),
  ],
);
