import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One row a draft: an index of what the drafts' objects hold, so that expired drafts and blobs that
 * nobody refers to can be found. The object is the truth.
 */
export const drafts = sqliteTable(
  'drafts',
  {
    id: text('id').primaryKey(),
    /** Id of a guest or, once claimed, of an account. */
    owner: text('owner').notNull(),
    revision: integer('revision').notNull(),
    blueprint: text('blueprint').notNull(),
    artifact: text('artifact').notNull(),
    warnings: text('warnings').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null: kept until its owner removes it. */
    expiresAt: integer('expires_at'),
  },
  (table) => [
    index('drafts_owner').on(table.owner),
    index('drafts_expires_at').on(table.expiresAt),
    index('drafts_blueprint').on(table.blueprint),
    index('drafts_artifact').on(table.artifact),
    index('drafts_warnings').on(table.warnings),
  ],
);
