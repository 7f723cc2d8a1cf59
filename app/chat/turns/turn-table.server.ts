import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How many turns on models that we pay for somebody had on a day. */
export const turnCounts = sqliteTable(
  'turn_counts',
  {
    /** `account:<id>`, `guest:<id>` or `address:<hash>`. */
    who: text('who').notNull(),
    /** Days since 1970, in UTC. */
    day: integer('day').notNull(),
    turns: integer('turns').notNull(),
  },
  (table) => [primaryKey({ columns: [table.who, table.day] })],
);
