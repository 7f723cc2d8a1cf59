import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { Verdict } from '#app/platform/verdict.ts';

/**
 * One row a draft and its chat: an index of what the drafts' objects hold, so that people find their
 * chats, and the sweep expired drafts and blobs that nobody refers to. The object is the truth.
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
    /** The title of the chat; null if nothing was said and nothing made. */
    title: text('title'),
    visibility: text('visibility', { enum: ['private', 'unlisted', 'public'] })
      .notNull()
      .default('private'),
    /** How many tools the server has. */
    tools: integer('tools').notNull().default(0),
    /** The name of the server; null while it has only the name that every server begins with. */
    serverName: text('server_name'),
    /** The purpose of the server, in its own words. */
    summary: text('summary'),
    /** Names of its first tools, as JSON. */
    toolNames: text('tool_names', { mode: 'json' }).$type<string[]>(),
    /** Score and verdict of its last readiness report, and the artifact that it was made of. */
    score: integer('score'),
    /** Null in rows whose report was made before there were verdicts. */
    verdict: text('verdict', { mode: 'json' }).$type<Verdict>(),
    scoredArtifact: text('scored_artifact'),
    /** When something was said or changed last. */
    updatedAt: integer('updated_at').notNull().default(0),
    /** Its owner deleted it then, and may still take that back. */
    deletedAt: integer('deleted_at'),
    /** Rises with each writing of the row: a late one never overwrites a newer one. */
    version: integer('version').notNull().default(0),
    /** The project that it was saved into or opened from last, and that version of it. */
    project: text('project'),
    baseVersion: integer('base_version'),
    /** When an operator hid it from everybody but its owner, and why; null: it is not hidden. */
    hiddenAt: integer('hidden_at'),
    hiddenFor: text('hidden_for'),
  },
  (table) => [
    index('drafts_owner').on(table.owner, table.updatedAt),
    index('drafts_visibility').on(table.visibility, table.updatedAt),
    index('drafts_expires_at').on(table.expiresAt),
    index('drafts_blueprint').on(table.blueprint),
    index('drafts_artifact').on(table.artifact),
    index('drafts_warnings').on(table.warnings),
    index('drafts_project').on(table.project),
  ],
);

/**
 * References of restore points, attached files, published snapshots and versions of projects: a blob that is named here
 * is not swept away.
 */
export const pointBlobs = sqliteTable(
  'point_blobs',
  {
    /** Id of the draft, or `version:<id>`. */
    draft: text('draft').notNull(),
    part: text('part', {
      enum: ['blueprint', 'artifact', 'warnings', 'attachment', 'conversation'],
    }).notNull(),
    /** Hash of the content. */
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.draft, table.part, table.name] }),
    index('point_blobs_name').on(table.name),
  ],
);
