import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/**
 * Subscriptions of accounts; an account without a row has none. Times are milliseconds since 1970.
 */
export const subscriptions = sqliteTable('subscriptions', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Any non-empty text; `free`, `pro` and `team` are the tiers we sell. */
  tier: text('tier').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  /** The end of the paid period; null: open. */
  paidUntil: integer('paid_until'),
  changedAt: integer('changed_at').notNull(),
});
