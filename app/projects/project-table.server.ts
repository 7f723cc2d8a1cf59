import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

import type { Verdict } from '#app/platform/verdict.ts';

/**
 * One row a project: the truth of it and of its versions. Of its endpoint (publication, visibility)
 * the project's object is the truth, and the row a mirror for lists. No foreign key ties it to its
 * account: a project without one has to be found, so that its object and its blobs go, too.
 */
export const projects = sqliteTable(
  'projects',
  {
    id: text('id').primaryKey(),
    account: text('account').notNull(),
    title: text('title').notNull(),
    /** The purpose of the server, in its own words. */
    summary: text('summary'),
    /** How many tools the latest version has. */
    tools: integer('tools').notNull().default(0),
    /** Names of its first tools, as JSON. */
    toolNames: text('tool_names', { mode: 'json' }).$type<string[]>(),
    /** Number of the latest version. */
    latest: integer('latest').notNull(),
    /** Number of the published version; null: none is. */
    published: integer('published'),
    publishedAt: integer('published_at'),
    visibility: text('visibility', { enum: ['private', 'keys', 'public'] })
      .notNull()
      .default('private'),
    /** Rises with each change of the endpoint: a late mirror never overwrites a newer one. */
    publication: integer('publication').notNull().default(0),
    /** Score of the latest version; null: it was not checked, or has no tools. */
    score: integer('score'),
    /** The lowest score that is published; null: any. */
    minScore: integer('min_score'),
    archivedAt: integer('archived_at'),
    /** It was deleted then, which can be taken back for a day. */
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** On the latest version; null: it was not checked. */
    verdict: text('verdict', { mode: 'json' }).$type<Verdict>(),
    /** No version is published of which a test fails. */
    isTestGated: integer('is_test_gated', { mode: 'boolean' }).notNull().default(false),
    /**
     * Since when the project holds a place among the private endpoints of its plan that this row does not show yet;
     * null: it holds none besides. Last, as in the migrated table.
     */
    placeTakenAt: integer('place_taken_at'),
  },
  (table) => [
    index('projects_account').on(table.account, table.updatedAt),
    index('projects_deleted_at').on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
);

/** Immutable states of projects; the contents are in the bucket, under these hashes. */
export const versions = sqliteTable(
  'versions',
  {
    /** Names the holder of its blobs. */
    id: text('id').primaryKey(),
    project: text('project').notNull(),
    /** From 1, rising. */
    number: integer('number').notNull(),
    message: text('message'),
    /** The version that it was made from; null: the first one. */
    base: integer('base'),
    /** The draft that was saved. */
    draft: text('draft'),
    blueprint: text('blueprint').notNull(),
    artifact: text('artifact').notNull(),
    warnings: text('warnings').notNull(),
    /** Hash of the tools as a client lists them. */
    fingerprint: text('fingerprint').notNull(),
    tools: integer('tools').notNull(),
    score: integer('score'),
    /** The user who saved it. */
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null: it was not checked. */
    verdict: text('verdict', { mode: 'json' }).$type<Verdict>(),
    /** Id of the group of failed calls that it was saved to fix; null: none. Last, as in the migrated table. */
    fixes: text('fixes'),
  },
  (table) => [uniqueIndex('versions_project_number').on(table.project, table.number)],
);

/** Names in the addresses of endpoints; that of a deleted project stays taken for a while. */
export const slugs = sqliteTable(
  'slugs',
  {
    slug: text('slug').primaryKey(),
    project: text('project').notNull(),
    account: text('account').notNull(),
    retiredAt: integer('retired_at'),
  },
  (table) => [index('slugs_project').on(table.project)],
);
