import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Grants that a user has ended, for as long as the store of tokens could still name them. */
export const endedGrants = sqliteTable('ended_grants', {
  id: text('id').primaryKey(),
  endedAt: integer('ended_at').notNull(),
});
