import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Sealed credentials. The row's id is part of what the blob is bound to, so it never changes. */
export const secrets = sqliteTable(
  'secrets',
  {
    id: text('id').primaryKey(),
    /** Owner: `draft:<id>`, `project:<id>:<environment>`, or `caller:<uid>:<project>`. */
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    /** Value and its allowed origins, sealed together. */
    sealed: text('sealed').notNull(),
    /** JSON list of those origins, for display; the sealed ones are authoritative. */
    origins: text('origins').notNull(),
    changedAt: integer('changed_at').notNull(),
    /** When it was last opened, to the hour; null: never, or before that was noted. */
    usedAt: integer('used_at'),
    /** The project that a caller has given it for, or that a chat got it from; null: neither. */
    project: text('project'),
    /** Title of the API that it connects, for a token that somebody got by signing in there; null: it was typed. */
    connects: text('connects'),
  },
  (table) => [
    uniqueIndex('secrets_owner_name').on(table.owner, table.name),
    index('secrets_project').on(table.project).where(isNotNull(table.project)),
  ],
);
