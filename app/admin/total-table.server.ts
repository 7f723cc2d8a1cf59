import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { TOTAL_NAMES } from './day-total.ts';

/** Totals of the whole site, day by day. */
export const dayTotals = sqliteTable(
  'day_totals',
  {
    /** Days since 1970, in UTC. */
    day: integer('day').notNull(),
    name: text('name', { enum: TOTAL_NAMES }).notNull(),
    amount: integer('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
);
