import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts, users } from '#app/auth/user-table.server.ts';

/** Invitations into teams, whatever became of them. Times are milliseconds since 1970. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The only address that may accept it, as `toComparedEmail` writes it. */
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'editor', 'viewer'] }).notNull(),
    /** SHA-256 of the token in its link, which is stored nowhere. */
    hash: text('hash').notNull().unique(),
    /** The owner who made it. */
    createdBy: text('created_by')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    acceptedAt: integer('accepted_at'),
    /** The user who accepted it. */
    acceptedBy: text('accepted_by'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('invitations_account').on(table.accountId, table.createdAt)],
);
