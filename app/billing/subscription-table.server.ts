import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/**
 * Subscriptions of accounts; an account without a row has none. Times are milliseconds since 1970. A row without
 * a customer was granted by hand.
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
  /** The state that pages tell; null: granted by hand, and nothing else is known. */
  state: text('state'),
  /** Stripe's ids of who pays, and of what for. */
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  interval: text('interval'),
  /** For all seats, in the smallest unit of the currency. */
  amount: integer('amount'),
  currency: text('currency'),
  seats: integer('seats').notNull().default(1),
  renewsAt: integer('renews_at'),
  endsAt: integer('ends_at'),
  trialEndsAt: integer('trial_ends_at'),
  graceUntil: integer('grace_until'),
  /** Whether real money pays for it; null: granted by hand. */
  isLive: integer('is_live', { mode: 'boolean' }),
  /** The ticket of the fetch that this row comes from: an earlier one changes nothing. */
  ticket: integer('ticket').notNull().default(0),
  /** When it was last compared with Stripe. */
  comparedAt: integer('compared_at').notNull().default(0),
});
