import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Sealed credentials. The row's id is part of what the blob is bound to, so it never changes. */
export const secrets = sqliteTable(
  'secrets',
  {
    id: text('id').primaryKey(),
    /** Owner: `draft:<id>`, or `project:<id>:<environment>`. */
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    /** Value and its allowed origins, sealed together. */
    sealed: text('sealed').notNull(),
    /** JSON list of those origins, for display; the sealed ones are authoritative. */
    origins: text('origins').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [uniqueIndex('secrets_owner_name').on(table.owner, table.name)],
);
