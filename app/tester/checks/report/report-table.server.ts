import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/** Reports of the tester's checks that have a public link; those of an account are deleted with it. */
export const checkReports = sqliteTable(
  'check_reports',
  {
    /** Random, and all that the link consists of. */
    id: text('id').primaryKey(),
    /** Null: a guest's. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    guestId: text('guest_id'),
    /** JSON, read by its schema. */
    report: text('report').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('check_reports_account').on(table.accountId),
    index('check_reports_guest').on(table.guestId),
    index('check_reports_expiry').on(table.expiresAt),
  ],
);
