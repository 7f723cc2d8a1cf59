import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { accounts } from '#app/auth/user-table.server.ts';

/** Stripe's customers of our accounts: one for each account, in Stripe's test mode and in its live mode. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    isLive: integer('is_live', { mode: 'boolean' }).notNull(),
    customerId: text('customer_id').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    /** The number of the last question or checkout, which orders them. */
    ticket: integer('ticket').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.isLive] })],
);

/** The events that Stripe has told and that we have dealt with. Times are milliseconds since 1970. */
export const billingEvents = sqliteTable(
  'billing_events',
  {
    /** Stripe's own id. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    outcome: text('outcome', { enum: ['synced', 'ignored', 'unknownCustomer'] }).notNull(),
    /** When it happened at Stripe. */
    happenedAt: integer('happened_at').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('billing_events_received_at').on(table.receivedAt)],
);

/** Reports of the nightly comparison with Stripe, one a day. Times are milliseconds since 1970. */
export const billingReports = sqliteTable(
  'billing_reports',
  {
    /** `2026-11-26`, and the mode. */
    day: text('day').notNull(),
    isLive: integer('is_live', { mode: 'boolean' }).notNull(),
    startedAt: integer('started_at').notNull(),
    /** Null: it goes on with the next hour. */
    endedAt: integer('ended_at'),
    /** The subscription of Stripe's list after which it goes on. */
    cursor: text('cursor'),
    compared: integer('compared').notNull().default(0),
    corrected: integer('corrected').notNull().default(0),
    /** JSON: what was corrected or found, the first hundred. */
    findings: text('findings').notNull().default('[]'),
  },
  (table) => [primaryKey({ columns: [table.day, table.isLive] })],
);
